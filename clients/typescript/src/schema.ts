// The types of the service's OpenAPI document, made by `python tools/typescript.py`. Do not edit by hand.
export interface paths {
    readonly "/v1/games": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** All games */
        readonly get: operations["list-games"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/livez": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The process answers */
        readonly get: operations["livez"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/readyz": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Every game solves a stored hand */
        readonly get: operations["readyz"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/chinese-poker": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Rules, notation, cards and schemas */
        readonly get: operations["chinese-poker-describe"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/chinese-poker/examples": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Bodies ready to POST, with answers */
        readonly get: operations["chinese-poker-examples"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/chinese-poker/cards.svg": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The faces of the cards as SVG */
        readonly get: operations["chinese-poker-cards"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/chinese-poker/arrange": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The optimal arrangement of a hand, by a query that caches can keep */
        readonly get: operations["chinese-poker-arrange-by-query"];
        readonly put?: never;
        /** The optimal arrangement of a hand */
        readonly post: operations["chinese-poker-arrange"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/chinese-poker/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Is this claim right? All that is wrong with it */
        readonly post: operations["chinese-poker-verify"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/chinese-poker/settle": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Who pays whom */
        readonly post: operations["chinese-poker-settle"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/chinese-poker/arrange/batch": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The optimal arrangement of a hand, for many at once
         * @description The body is taken in whole, then answered as a stream in order. A line that can't be answered gets its problem and stops nothing; a blank one is such a line. A response that ends before its last line was broken off.
         */
        readonly post: operations["chinese-poker-arrange-batch"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/chuo-pai": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Rules, notation, cards and schemas */
        readonly get: operations["chuo-pai-describe"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/chuo-pai/examples": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Bodies ready to POST, with answers */
        readonly get: operations["chuo-pai-examples"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/chuo-pai/cards.svg": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The faces of the cards as SVG */
        readonly get: operations["chuo-pai-cards"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/chuo-pai/arrange": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The optimal arrangement of a hand, by a query that caches can keep */
        readonly get: operations["chuo-pai-arrange-by-query"];
        readonly put?: never;
        /** The optimal arrangement of a hand */
        readonly post: operations["chuo-pai-arrange"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/chuo-pai/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Is this claim right? All that is wrong with it */
        readonly post: operations["chuo-pai-verify"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/chuo-pai/settle": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Who pays whom */
        readonly post: operations["chuo-pai-settle"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/chuo-pai/advise": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** What to do next */
        readonly post: operations["chuo-pai-advise"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/chuo-pai/arrange/batch": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The optimal arrangement of a hand, for many at once
         * @description The body is taken in whole, then answered as a stream in order. A line that can't be answered gets its problem and stops nothing; a blank one is such a line. A response that ends before its last line was broken off.
         */
        readonly post: operations["chuo-pai-arrange-batch"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/open-face": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Rules, notation, cards and schemas */
        readonly get: operations["open-face-describe"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/open-face/examples": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Bodies ready to POST, with answers */
        readonly get: operations["open-face-examples"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/open-face/cards.svg": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The faces of the cards as SVG */
        readonly get: operations["open-face-cards"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/open-face/arrange": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The optimal arrangement of a hand, by a query that caches can keep */
        readonly get: operations["open-face-arrange-by-query"];
        readonly put?: never;
        /** The optimal arrangement of a hand */
        readonly post: operations["open-face-arrange"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/open-face/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Is this claim right? All that is wrong with it */
        readonly post: operations["open-face-verify"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/open-face/settle": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Who pays whom */
        readonly post: operations["open-face-settle"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/open-face/arrange/batch": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The optimal arrangement of a hand, for many at once
         * @description The body is taken in whole, then answered as a stream in order. A line that can't be answered gets its problem and stops nothing; a blank one is such a line. A response that ends before its last line was broken off.
         */
        readonly post: operations["open-face-arrange-batch"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/pai-gow-poker": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Rules, notation, cards and schemas */
        readonly get: operations["pai-gow-poker-describe"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/pai-gow-poker/examples": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Bodies ready to POST, with answers */
        readonly get: operations["pai-gow-poker-examples"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/pai-gow-poker/cards.svg": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The faces of the cards as SVG */
        readonly get: operations["pai-gow-poker-cards"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/pai-gow-poker/arrange": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The optimal arrangement of a hand, by a query that caches can keep */
        readonly get: operations["pai-gow-poker-arrange-by-query"];
        readonly put?: never;
        /** The optimal arrangement of a hand */
        readonly post: operations["pai-gow-poker-arrange"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/pai-gow-poker/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Is this claim right? All that is wrong with it */
        readonly post: operations["pai-gow-poker-verify"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/pai-gow-poker/settle": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Who pays whom */
        readonly post: operations["pai-gow-poker-settle"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/pai-gow-poker/arrange/batch": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The optimal arrangement of a hand, for many at once
         * @description The body is taken in whole, then answered as a stream in order. A line that can't be answered gets its problem and stops nothing; a blank one is such a line. A response that ends before its last line was broken off.
         */
        readonly post: operations["pai-gow-poker-arrange-batch"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/si-ki-pi": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Rules, notation, cards and schemas */
        readonly get: operations["si-ki-pi-describe"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/si-ki-pi/examples": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Bodies ready to POST, with answers */
        readonly get: operations["si-ki-pi-examples"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/si-ki-pi/cards.svg": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The faces of the cards as SVG */
        readonly get: operations["si-ki-pi-cards"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/si-ki-pi/arrange": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The optimal arrangement of a hand, by a query that caches can keep */
        readonly get: operations["si-ki-pi-arrange-by-query"];
        readonly put?: never;
        /** The optimal arrangement of a hand */
        readonly post: operations["si-ki-pi-arrange"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/si-ki-pi/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Is this claim right? All that is wrong with it */
        readonly post: operations["si-ki-pi-verify"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/si-ki-pi/settle": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Who pays whom */
        readonly post: operations["si-ki-pi-settle"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/si-ki-pi/prepare": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Compute what a rule set needs ahead of time */
        readonly post: operations["si-ki-pi-prepare"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/si-ki-pi/arrange/batch": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The optimal arrangement of a hand, for many at once
         * @description The body is taken in whole, then answered as a stream in order. A line that can't be answered gets its problem and stops nothing; a blank one is such a line. A response that ends before its last line was broken off.
         */
        readonly post: operations["si-ki-pi-arrange-batch"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/si-se-pai": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Rules, notation, cards and schemas */
        readonly get: operations["si-se-pai-describe"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/si-se-pai/examples": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Bodies ready to POST, with answers */
        readonly get: operations["si-se-pai-examples"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/si-se-pai/cards.svg": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The faces of the cards as SVG */
        readonly get: operations["si-se-pai-cards"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/si-se-pai/arrange": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The optimal arrangement of a hand, by a query that caches can keep */
        readonly get: operations["si-se-pai-arrange-by-query"];
        readonly put?: never;
        /** The optimal arrangement of a hand */
        readonly post: operations["si-se-pai-arrange"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/si-se-pai/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Is this claim right? All that is wrong with it */
        readonly post: operations["si-se-pai-verify"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/si-se-pai/settle": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Who pays whom */
        readonly post: operations["si-se-pai-settle"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/si-se-pai/advise": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** What to do next */
        readonly post: operations["si-se-pai-advise"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/si-se-pai/arrange/batch": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The optimal arrangement of a hand, for many at once
         * @description The body is taken in whole, then answered as a stream in order. A line that can't be answered gets its problem and stops nothing; a blank one is such a line. A response that ends before its last line was broken off.
         */
        readonly post: operations["si-se-pai-arrange-batch"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/zi-pai": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Rules, notation, cards and schemas */
        readonly get: operations["zi-pai-describe"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/zi-pai/examples": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Bodies ready to POST, with answers */
        readonly get: operations["zi-pai-examples"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/zi-pai/cards.svg": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The faces of the cards as SVG */
        readonly get: operations["zi-pai-cards"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/zi-pai/arrange": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The optimal arrangement of a hand, by a query that caches can keep */
        readonly get: operations["zi-pai-arrange-by-query"];
        readonly put?: never;
        /** The optimal arrangement of a hand */
        readonly post: operations["zi-pai-arrange"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/zi-pai/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Is this claim right? All that is wrong with it */
        readonly post: operations["zi-pai-verify"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/zi-pai/settle": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Who pays whom */
        readonly post: operations["zi-pai-settle"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/zi-pai/advise": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** What to do next */
        readonly post: operations["zi-pai-advise"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/games/zi-pai/arrange/batch": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The optimal arrangement of a hand, for many at once
         * @description The body is taken in whole, then answered as a stream in order. A line that can't be answered gets its problem and stops nothing; a blank one is such a line. A response that ends before its last line was broken off.
         */
        readonly post: operations["zi-pai-arrange-batch"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/verdicts/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** A verdict by its id */
        readonly get: operations["verdict"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/verdicts/check": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Is this receipt genuine, and does the ledger hold its verdict?
         * @description The body is a receipt, an object with it, or a whole answer to `verify`, which is then checked too.
         */
        readonly post: operations["check-receipt"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The public keys that sign receipts, as a JWK set */
        readonly get: operations["keys"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description All games. */
        readonly GameList: {
            readonly games: readonly components["schemas"]["GameSummary"][];
            readonly build: string;
        };
        /** @description What the list of games says of each. */
        readonly GameSummary: {
            readonly id: string;
            readonly names: {
                readonly [key: string]: string;
            };
            readonly hand_sizes: components["schemas"]["HandSizes"];
            readonly slots: readonly components["schemas"]["SlotSize"][];
            readonly operations: readonly string[];
            readonly presets: readonly string[];
            readonly objectives: readonly string[];
            readonly engines: readonly string[];
        };
        /** @description How many cards `arrange` takes, and how many a full hand has. */
        readonly HandSizes: {
            readonly fewest: number;
            readonly most: number;
            readonly full: number;
        };
        /** @description A row of a split game. */
        readonly SlotSize: {
            readonly name: string;
            readonly size: number;
            readonly names: {
                readonly [key: string]: string;
            };
        };
        /** @description Everything that a client needs to offer the game. */
        readonly GameDescription: {
            readonly id: string;
            readonly names: {
                readonly [key: string]: string;
            };
            readonly hand_sizes: components["schemas"]["HandSizes"];
            readonly slots: readonly components["schemas"]["SlotSize"][];
            readonly operations: readonly string[];
            readonly presets: readonly string[];
            readonly objectives: readonly string[];
            readonly engines: readonly string[];
            readonly rules: components["schemas"]["RulesText"];
            readonly notation: {
                readonly [key: string]: {
                    readonly [key: string]: string;
                };
            };
            readonly kinds: {
                readonly [key: string]: {
                    readonly [key: string]: string;
                };
            };
            readonly cards: readonly components["schemas"]["CardFace"][];
            readonly words: {
                readonly [key: string]: {
                    readonly [key: string]: {
                        readonly [key: string]: string;
                    };
                };
            };
            readonly violations: {
                readonly [key: string]: {
                    readonly [key: string]: string;
                };
            };
            readonly schemas: Record<string, never>;
        };
        /** @description The presets' values, and the JSON Schema of the overrides. */
        readonly RulesText: {
            readonly presets: Record<string, never>;
            readonly schema: Record<string, never>;
        };
        /** @description How a card is written, drawn and named, and how often the deck has it. */
        readonly CardFace: {
            readonly card: string;
            readonly style: string;
            readonly glyph: string;
            readonly ink: string;
            readonly mark: string;
            readonly names: {
                readonly [key: string]: string;
            };
            readonly copies: number;
        };
        /** @description A game's worked hands. */
        readonly ExampleList: {
            readonly examples: readonly components["schemas"]["ServedExample"][];
        };
        /** @description A worked hand: where to POST which body, and what comes back (null for a request that is refused). */
        readonly ServedExample: {
            readonly id: string;
            readonly title: {
                readonly [key: string]: string;
            };
            readonly operation: string;
            readonly path: string;
            readonly request: Record<string, never>;
            readonly answer: unknown;
        };
        /** @description The process answers. */
        readonly Alive: {
            readonly status: string;
        };
        /** @description Every game solved its stored hand. */
        readonly Readiness: {
            readonly status: string;
            readonly build: string;
            readonly games: readonly string[];
        };
        /** @description A problem as RFC 9457 has it. `instance` is the request's id, `code` that of the first error. */
        readonly ProblemDocument: {
            readonly type: string;
            readonly title: string;
            readonly status: number;
            readonly detail: string;
            readonly instance: string;
            readonly code: string;
            readonly errors: readonly components["schemas"]["ErrorEntry"][];
        };
        /** @description One thing wrong: where in the request (JSON pointer, and the character in a text), a code that never changes, and words. */
        readonly ErrorEntry: {
            readonly pointer: string;
            readonly position: number | null;
            readonly code: string;
            readonly message: string;
        };
        /** @description What `arrange` answers. `arrangements` are best first; none stands there when `status` is `none`. */
        readonly Answer: {
            readonly game: string;
            readonly label: string | null;
            readonly rules: components["schemas"]["RulesInfo"];
            readonly objective: string;
            readonly build: string;
            readonly engine: string;
            readonly status: string;
            readonly complete: boolean;
            readonly wins: boolean | null;
            readonly value: number | null;
            readonly arrangements: readonly components["schemas"]["Arrangement"][];
            /** @default null */
            readonly count: number | null;
            /** @default null */
            readonly reason: string | null;
            /** @default null */
            readonly natural: components["schemas"]["Natural"] | null;
            /** @default null */
            readonly opponents: components["schemas"]["Opponents"] | null;
            /** @default null */
            readonly standard_error: number | null;
        };
        /** @description Which rules an answer holds under: the preset's name, and a digest of every value in force. */
        readonly RulesInfo: {
            readonly preset: string;
            readonly hash: string;
        };
        /** @description One way to set a hand. `points` are the game's, `value` is what the objective maximised (null where that is no single number). */
        readonly Arrangement: {
            readonly groups: readonly components["schemas"]["Group"][];
            /** @default [] */
            readonly loose: readonly string[];
            /** @default 0 */
            readonly points: number;
            /** @default null */
            readonly value: number | null;
            /** @default {} */
            readonly details: Record<string, never>;
        };
        /** @description Cards that stand together. `slot` is the row in split games and null in grouping games; `displayed` marks groups on the table. */
        readonly Group: {
            readonly slot: string | null;
            readonly kind: string;
            readonly name: string;
            readonly cards: readonly string[];
            /** @default 0 */
            readonly points: number;
            /** @default false */
            readonly displayed: boolean;
        };
        /** @description A hand that wins by itself, the groups that show it, what it is worth from each opponent, and whether to declare it. */
        readonly Natural: {
            readonly name: string;
            readonly value: number;
            readonly declare: boolean;
            readonly groups: readonly components["schemas"]["Group"][];
        };
        /** @description Whom expected points were computed against, and what the best counter-strategy makes beyond what they make, in points a hand. */
        readonly Opponents: {
            readonly id: string;
            readonly hash: string;
            readonly exploitability: number;
        };
        /** @description What `verify` answers. `points` are those found for the groups shown, `lost` the value of the best less the value of the shown. */
        readonly Verdict: {
            readonly game: string;
            readonly label: string | null;
            readonly valid: boolean;
            readonly points: number;
            readonly violations: readonly components["schemas"]["Violation"][];
            readonly warnings: readonly components["schemas"]["Violation"][];
            readonly best: components["schemas"]["Arrangement"] | null;
            readonly lost: number | null;
            readonly rules: components["schemas"]["RulesInfo"];
            readonly build: string;
            /** @default null */
            readonly presets: {
                readonly [key: string]: components["schemas"]["PresetVerdict"];
            } | null;
            readonly receipt?: components["schemas"]["Receipt"];
        };
        /** @description One rule broken: a code that never changes, the rule in words, the cards, and where in the request they stand. */
        readonly Violation: {
            readonly code: string;
            readonly message: string;
            /** @default [] */
            readonly cards: readonly string[];
            /** @default  */
            readonly pointer: string;
        };
        /** @description How the same claim stands under another preset. */
        readonly PresetVerdict: {
            readonly valid: boolean;
            readonly points: number;
        };
        /** @description Who pays whom. `totals` add to nothing. */
        readonly Settlement: {
            readonly game: string;
            readonly label: string | null;
            readonly totals: {
                readonly [key: string]: number;
            };
            readonly pairs: readonly components["schemas"]["Pair"][];
            readonly rules: components["schemas"]["RulesInfo"];
            readonly build: string;
            /** @default {} */
            readonly details: Record<string, never>;
        };
        /** @description What passes between two players; the two points add to nothing. */
        readonly Pair: {
            readonly players: readonly [
                string,
                string
            ];
            readonly points: readonly [
                number,
                number
            ];
            /** @default [] */
            readonly rows: readonly components["schemas"]["Row"][];
        };
        /** @description One row of a pair's settlement: points for each of the two, and the bonus in it. */
        readonly Row: {
            readonly slot: string | null;
            readonly points: readonly [
                number,
                number
            ];
            /** @default null */
            readonly bonus: number | null;
        };
        /**
         * @description What `advise` answers: the legal plays, and whether one must be made; without one the player passes.
         *
         *     `starting_bonus`: the cards that a full hand moves to its scoring pile before play.
         */
        readonly "solver.games.chuo_pai.advise.Advice": {
            readonly game: string;
            readonly label: string | null;
            readonly plays: readonly components["schemas"]["Option"][];
            readonly forced: boolean;
            readonly starting_bonus: readonly string[];
            readonly rules: components["schemas"]["RulesInfo"];
            readonly build: string;
        };
        /** @description One legal play. `guaranteed`: nothing among the unseen cards beats it. */
        readonly Option: {
            readonly kind: string;
            readonly name: string;
            readonly cards: readonly string[];
            readonly guaranteed: boolean;
        };
        /** @description How far it is: `ready`, or `running` with the seconds after which to ask again. `opponents`: the equilibrium, once it is there. */
        readonly Prepared: {
            readonly game: string;
            readonly label: string | null;
            readonly rules: components["schemas"]["RulesInfo"];
            readonly status: string;
            readonly build: string;
            /** @default null */
            readonly retry_after: number | null;
            /** @default null */
            readonly opponents: components["schemas"]["Opponents"] | null;
        };
        /**
         * @description What `advise` answers: cards still needed for a complete hand, and for one that reaches the minimum (null: out of reach).
         *
         *     waits: of a hand one card short. improves: what brings a hand nearer that is not full. discards: of a full hand, best first.
         *     calls: what to do with the card on offer, best first.
         */
        readonly "solver.result.Advice": {
            readonly game: string;
            readonly label: string | null;
            readonly distance: number | null;
            readonly distance_to_win: number | null;
            readonly waits: readonly components["schemas"]["Wait"][];
            readonly improves: readonly components["schemas"]["Improvement"][];
            readonly discards: readonly components["schemas"]["Discard"][];
            readonly calls: readonly components["schemas"]["Call"][];
            readonly rules: components["schemas"]["RulesInfo"];
            readonly build: string;
        };
        /**
         * @description A kind that completes the hand: copies not seen, the points of the whole hand with it, and whether they reach the minimum.
         *
         *     points_drawn, wins_drawn: the same where the player draws the card from the pile, in games where that makes a difference.
         */
        readonly Wait: {
            readonly card: string;
            readonly left: number;
            readonly points: number;
            readonly wins: boolean;
            /** @default null */
            readonly points_drawn: number | null;
            /** @default null */
            readonly wins_drawn: boolean | null;
        };
        /** @description A kind of card that brings a hand nearer, and the copies of it not seen anywhere (none may be left). */
        readonly Improvement: {
            readonly card: string;
            readonly left: number;
        };
        /** @description A card to throw away: the distance it leaves (null: out of reach), and what then improves the hand; `left` adds up their copies. */
        readonly Discard: {
            readonly card: string;
            readonly distance: number | null;
            readonly left: number;
            /** @default [] */
            readonly improves: readonly components["schemas"]["Improvement"][];
        };
        /**
         * @description What to do with a card on offer: its group (`use` is the kind of group, `cards` all cards of it), or `use` `pass`.
         *
         *     forced: the rules allow nothing else. legal: false marks what the rules forbid, with the `reason` in words.
         *     What it leads to: the distances after it, `points` and `wins` where it completes the hand, else the best `discard` then, and `left`,
         *     the copies not seen of all kinds that improve the hand after that (after a pass: that improve it as it is).
         */
        readonly Call: {
            readonly use: string;
            /** @default [] */
            readonly cards: readonly string[];
            /** @default null */
            readonly name: string | null;
            /** @default false */
            readonly forced: boolean;
            /** @default true */
            readonly legal: boolean;
            /** @default null */
            readonly reason: string | null;
            /** @default null */
            readonly distance: number | null;
            /** @default null */
            readonly distance_to_win: number | null;
            /** @default null */
            readonly points: number | null;
            /** @default null */
            readonly wins: boolean | null;
            /** @default null */
            readonly discard: string | null;
            /** @default null */
            readonly left: number | null;
        };
        /** @description Cards already placed, by row. */
        readonly "chinese-poker.Pins": {
            /** @default  */
            readonly front?: string | readonly string[];
            /** @default  */
            readonly middle?: string | readonly string[];
            /** @default  */
            readonly back?: string | readonly string[];
        };
        /** @description What winning each row weighs. */
        readonly "chinese-poker.Weights": {
            readonly front: number;
            readonly middle: number;
            readonly back: number;
        };
        /** @description A hand to be set. `order` goes with `strength` only, `weights` with `rows` only. */
        readonly "chinese-poker.arrange": {
            /** @default null */
            readonly rules?: components["schemas"]["chinese-poker.rules"] | null;
            /** @default null */
            readonly lang?: ("en" | "zh" | "vi") | null;
            /** @default null */
            readonly label?: string | null;
            readonly hand: string | readonly string[];
            /** @default null */
            readonly objective?: ("expected" | "strength" | "bonus" | "rows") | null;
            /** @default 1 */
            readonly top?: number;
            /**
             * @default auto
             * @enum {string}
             */
            readonly engine?: "auto" | "cp-sat" | "enumerate";
            /** @default 1000 */
            readonly deadline_ms?: number;
            /** @default 2 */
            readonly players?: number;
            /** @default null */
            readonly pins?: components["schemas"]["chinese-poker.Pins"] | null;
            /** @default null */
            readonly order?: readonly ("front" | "middle" | "back")[] | null;
            /** @default null */
            readonly weights?: components["schemas"]["chinese-poker.Weights"] | null;
        };
        /** @description One row as a player shows it. */
        readonly "chinese-poker.ShownRow": {
            /** @enum {string} */
            readonly slot: "front" | "middle" | "back";
            readonly cards: string | readonly string[];
        };
        /** @description A setting to be judged. Without `hand` the rows say what the hand is. */
        readonly "chinese-poker.verify": {
            /** @default null */
            readonly rules?: components["schemas"]["chinese-poker.rules"] | null;
            /** @default null */
            readonly lang?: ("en" | "zh" | "vi") | null;
            /** @default null */
            readonly label?: string | null;
            readonly groups: readonly components["schemas"]["chinese-poker.ShownRow"][];
            /** @default null */
            readonly claimed_points?: number | null;
            /** @default null */
            readonly hand?: string | readonly string[] | null;
            readonly declared?: readonly ("dragon" | "six-pairs" | "three-flushes" | "three-straights" | "clean-dragon" | "three-straight-flushes" | "five-pairs-and-three" | "four-threes" | "three-quads" | "all-high" | "all-low" | "one-colour" | "no-face")[];
        };
        /** @description One seat: the name, the rows shown, and the automatic win declared before showing. */
        readonly "chinese-poker.Player": {
            readonly name: string;
            readonly groups: readonly components["schemas"]["chinese-poker.ShownRow"][];
            readonly declared?: readonly ("dragon" | "six-pairs" | "three-flushes" | "three-straights" | "clean-dragon" | "three-straight-flushes" | "five-pairs-and-three" | "four-threes" | "three-quads" | "all-high" | "all-low" | "one-colour" | "no-face")[];
        };
        /** @description A table to be settled. `stake`: money for one point, a whole number. */
        readonly "chinese-poker.settle": {
            /** @default null */
            readonly rules?: components["schemas"]["chinese-poker.rules"] | null;
            /** @default null */
            readonly lang?: ("en" | "zh" | "vi") | null;
            /** @default null */
            readonly label?: string | null;
            readonly players: readonly components["schemas"]["chinese-poker.Player"][];
            /** @default 1 */
            readonly stake?: number;
        };
        readonly "chinese-poker.arrange-line": (components["schemas"]["Answer"] & {
            /** @description The line it answers, from 0 */
            readonly index: number;
        }) | {
            /** @description The line it answers, from 0 */
            readonly index: number;
            readonly problem: components["schemas"]["ProblemDocument"];
        };
        /** @description A hand of 1 to 28 cards to be laid out as plays. `seen`: every other card that is face up. */
        readonly "chuo-pai.arrange": {
            /** @default null */
            readonly rules?: components["schemas"]["chuo-pai.rules"] | null;
            /** @default null */
            readonly lang?: ("en" | "zh" | "vi") | null;
            /** @default null */
            readonly label?: string | null;
            readonly hand: string | readonly string[];
            /** @default null */
            readonly objective?: ("guaranteed" | "fewest") | null;
            /** @default 1 */
            readonly top?: number;
            /**
             * @default auto
             * @enum {string}
             */
            readonly engine?: "auto" | "cp-sat";
            /** @default 1000 */
            readonly deadline_ms?: number;
            /** @default  */
            readonly seen?: string | readonly string[];
        };
        /** @description One play of an arrangement as a player shows it; `slot` is null here. */
        readonly "chuo-pai.ShownPlay": {
            readonly cards: string | readonly string[];
            /** @default null */
            readonly slot?: null;
        };
        /**
         * @description One claim about a hand: a `play` (empty: a pass) against `current`, a starting `bonus`, or `groups`, the whole hand as plays.
         *
         *     Exactly one of the three; `current` goes with `play` only, and so does `seen` with `groups`.
         *     seen: every other card that is face up; it decides which plays are guaranteed.
         */
        readonly "chuo-pai.verify": {
            /** @default null */
            readonly rules?: components["schemas"]["chuo-pai.rules"] | null;
            /** @default null */
            readonly lang?: ("en" | "zh" | "vi") | null;
            /** @default null */
            readonly label?: string | null;
            readonly hand: string | readonly string[];
            /** @default null */
            readonly play?: string | readonly string[] | null;
            /** @default null */
            readonly current?: string | readonly string[] | null;
            /** @default null */
            readonly bonus?: string | readonly string[] | null;
            /** @default null */
            readonly groups?: readonly components["schemas"]["chuo-pai.ShownPlay"][] | null;
            /** @default null */
            readonly seen?: string | readonly string[] | null;
            /** @default null */
            readonly claimed_points?: number | null;
        };
        /** @description The record of a deal: the dealt hands in the order of the players, who led first, and everything done in order. */
        readonly "chuo-pai.Deal": {
            readonly hands: readonly (string | readonly string[])[];
            readonly leader: string;
            readonly plays: readonly components["schemas"]["chuo-pai.Move"][];
        };
        /** @description What one player did in turn; no cards: a pass. */
        readonly "chuo-pai.Move": {
            readonly player: string;
            readonly cards: string | readonly string[];
        };
        /** @description One seat. */
        readonly "chuo-pai.Player": {
            readonly name: string;
        };
        /** @description A deal to be settled. `players` stand clockwise. `stake`: money for one card of difference, a whole number. */
        readonly "chuo-pai.settle": {
            /** @default null */
            readonly rules?: components["schemas"]["chuo-pai.rules"] | null;
            /** @default null */
            readonly lang?: ("en" | "zh" | "vi") | null;
            /** @default null */
            readonly label?: string | null;
            readonly players: readonly components["schemas"]["chuo-pai.Player"][];
            readonly deal: components["schemas"]["chuo-pai.Deal"];
            /** @default 1 */
            readonly stake?: number;
        };
        /** @description A hand to lead from, or to answer `current` with, the highest play of the round. `seen`: every other card that is face up. */
        readonly "chuo-pai.advise": {
            /** @default null */
            readonly rules?: components["schemas"]["chuo-pai.rules"] | null;
            /** @default null */
            readonly lang?: ("en" | "zh" | "vi") | null;
            /** @default null */
            readonly label?: string | null;
            readonly hand: string | readonly string[];
            /** @default  */
            readonly seen?: string | readonly string[];
            /** @default null */
            readonly current?: string | readonly string[] | null;
        };
        readonly "chuo-pai.arrange-line": (components["schemas"]["Answer"] & {
            /** @description The line it answers, from 0 */
            readonly index: number;
        }) | {
            /** @description The line it answers, from 0 */
            readonly index: number;
            readonly problem: components["schemas"]["ProblemDocument"];
        };
        /** @description Cards already placed, by row. */
        readonly "open-face.Pins": {
            /** @default  */
            readonly front?: string | readonly string[];
            /** @default  */
            readonly middle?: string | readonly string[];
            /** @default  */
            readonly back?: string | readonly string[];
        };
        /** @description A hand to be set. `stay_bonus` stands for the rule of that name. */
        readonly "open-face.arrange": {
            /** @default null */
            readonly rules?: components["schemas"]["open-face.rules"] | null;
            /** @default null */
            readonly lang?: ("en" | "zh" | "vi") | null;
            /** @default null */
            readonly label?: string | null;
            readonly hand: string | readonly string[];
            /** @default null */
            readonly objective?: ("points" | "royalties") | null;
            /** @default 1 */
            readonly top?: number;
            /**
             * @default auto
             * @enum {string}
             */
            readonly engine?: "auto" | "cp-sat" | "enumerate";
            /** @default 1000 */
            readonly deadline_ms?: number;
            /** @default null */
            readonly pins?: components["schemas"]["open-face.Pins"] | null;
            /** @default null */
            readonly stay_bonus?: number | null;
        };
        /** @description One row as a player shows it. */
        readonly "open-face.ShownRow": {
            /** @enum {string} */
            readonly slot: "front" | "middle" | "back";
            readonly cards: string | readonly string[];
        };
        /** @description A setting to be judged: thirteen cards, out of `hand` where it is given. `claimed_points` are royalties. */
        readonly "open-face.verify": {
            /** @default null */
            readonly rules?: components["schemas"]["open-face.rules"] | null;
            /** @default null */
            readonly lang?: ("en" | "zh" | "vi") | null;
            /** @default null */
            readonly label?: string | null;
            readonly groups: readonly components["schemas"]["open-face.ShownRow"][];
            /** @default null */
            readonly claimed_points?: number | null;
            /** @default null */
            readonly hand?: string | readonly string[] | null;
            readonly declared?: readonly "stay"[];
        };
        /** @description One seat: the name and the rows shown. */
        readonly "open-face.Player": {
            readonly name: string;
            readonly groups: readonly components["schemas"]["open-face.ShownRow"][];
        };
        /** @description A table to be settled. `stake`: money for one point, a whole number. */
        readonly "open-face.settle": {
            /** @default null */
            readonly rules?: components["schemas"]["open-face.rules"] | null;
            /** @default null */
            readonly lang?: ("en" | "zh" | "vi") | null;
            /** @default null */
            readonly label?: string | null;
            readonly players: readonly components["schemas"]["open-face.Player"][];
            /** @default 1 */
            readonly stake?: number;
        };
        readonly "open-face.arrange-line": (components["schemas"]["Answer"] & {
            /** @description The line it answers, from 0 */
            readonly index: number;
        }) | {
            /** @description The line it answers, from 0 */
            readonly index: number;
            readonly problem: components["schemas"]["ProblemDocument"];
        };
        /** @description Cards already placed, by row. */
        readonly "pai-gow-poker.Pins": {
            /** @default  */
            readonly front?: string | readonly string[];
            /** @default  */
            readonly back?: string | readonly string[];
        };
        /** @description A hand to be set. `house_way` goes with `house` only, `dealer` (the house way that he plays) with `expected` only. */
        readonly "pai-gow-poker.arrange": {
            /** @default null */
            readonly rules?: components["schemas"]["pai-gow-poker.rules"] | null;
            /** @default null */
            readonly lang?: ("en" | "zh" | "vi") | null;
            /** @default null */
            readonly label?: string | null;
            readonly hand: string | readonly string[];
            /** @default null */
            readonly objective?: ("expected" | "house" | "strength") | null;
            /** @default 1 */
            readonly top?: number;
            /**
             * @default auto
             * @enum {string}
             */
            readonly engine?: "auto" | "cp-sat" | "enumerate";
            /** @default 1000 */
            readonly deadline_ms?: number;
            /** @default null */
            readonly pins?: components["schemas"]["pai-gow-poker.Pins"] | null;
            /** @default null */
            readonly house_way?: ("trump-plaza" | "flamingo" | "golden-nugget") | null;
            /** @default null */
            readonly dealer?: ("trump-plaza" | "flamingo" | "golden-nugget") | null;
        };
        /** @description One row as a player shows it. */
        readonly "pai-gow-poker.ShownRow": {
            /** @enum {string} */
            readonly slot: "front" | "back";
            readonly cards: string | readonly string[];
        };
        /** @description A setting to be judged. Without `hand` the rows say what the hand is. No points are counted, so a claim of any is wrong. */
        readonly "pai-gow-poker.verify": {
            /** @default null */
            readonly rules?: components["schemas"]["pai-gow-poker.rules"] | null;
            /** @default null */
            readonly lang?: ("en" | "zh" | "vi") | null;
            /** @default null */
            readonly label?: string | null;
            readonly groups: readonly components["schemas"]["pai-gow-poker.ShownRow"][];
            /** @default null */
            readonly claimed_points?: number | null;
            /** @default null */
            readonly hand?: string | readonly string[] | null;
        };
        /** @description One seat: the name and the rows shown. */
        readonly "pai-gow-poker.Player": {
            readonly name: string;
            readonly groups: readonly components["schemas"]["pai-gow-poker.ShownRow"][];
        };
        /** @description A table to be settled, each player against the banker. `stake`: money for a win, a whole number. */
        readonly "pai-gow-poker.settle": {
            /** @default null */
            readonly rules?: components["schemas"]["pai-gow-poker.rules"] | null;
            /** @default null */
            readonly lang?: ("en" | "zh" | "vi") | null;
            /** @default null */
            readonly label?: string | null;
            readonly players: readonly components["schemas"]["pai-gow-poker.Player"][];
            readonly banker: string;
            /** @default 1 */
            readonly stake?: number;
        };
        readonly "pai-gow-poker.arrange-line": (components["schemas"]["Answer"] & {
            /** @description The line it answers, from 0 */
            readonly index: number;
        }) | {
            /** @description The line it answers, from 0 */
            readonly index: number;
            readonly problem: components["schemas"]["ProblemDocument"];
        };
        /**
         * @description A hand to be set. `against` (default `house`) names the opponents' policy and goes with the objective `against` only.
         *
         *     All legal splits are always listed, so `top` changes nothing.
         */
        readonly "si-ki-pi.arrange": {
            /** @default null */
            readonly rules?: components["schemas"]["si-ki-pi.rules"] | null;
            /** @default null */
            readonly lang?: ("en" | "zh" | "vi") | null;
            /** @default null */
            readonly label?: string | null;
            readonly hand: string | readonly string[];
            /** @default null */
            readonly objective?: ("expected" | "house" | "against") | null;
            /** @default 1 */
            readonly top?: number;
            /**
             * @default auto
             * @enum {string}
             */
            readonly engine?: "auto" | "cp-sat" | "enumerate";
            /** @default 1000 */
            readonly deadline_ms?: number;
            /** @default null */
            readonly against?: ("house" | "uniform" | "expected") | null;
        };
        /** @description One group as a player shows it. Groups without a slot take the free ones in the order front, back. */
        readonly "si-ki-pi.ShownGroup": {
            readonly cards: string | readonly string[];
            /** @default null */
            readonly slot?: ("front" | "back") | null;
        };
        /** @description A setting to be judged. Without `hand` the groups say what the hand is; `claimed_points` is what a win would pay, in stakes. */
        readonly "si-ki-pi.verify": {
            /** @default null */
            readonly rules?: components["schemas"]["si-ki-pi.rules"] | null;
            /** @default null */
            readonly lang?: ("en" | "zh" | "vi") | null;
            /** @default null */
            readonly label?: string | null;
            readonly groups: readonly components["schemas"]["si-ki-pi.ShownGroup"][];
            /** @default null */
            readonly claimed_points?: number | null;
            /** @default null */
            readonly hand?: string | readonly string[] | null;
            readonly declared?: readonly ("front-8-9" | "baobao" | "skp")[];
        };
        /** @description One seat: the name, the groups shown, and the table money at the start of the game (null: no limit). */
        readonly "si-ki-pi.Player": {
            readonly name: string;
            readonly groups: readonly components["schemas"]["si-ki-pi.ShownGroup"][];
            /** @default null */
            readonly money?: number | null;
        };
        /** @description A table to be settled, in seat order. `stake`: whole chips. With a `banker` only the banker's pairs are paid. */
        readonly "si-ki-pi.settle": {
            /** @default null */
            readonly rules?: components["schemas"]["si-ki-pi.rules"] | null;
            /** @default null */
            readonly lang?: ("en" | "zh" | "vi") | null;
            /** @default null */
            readonly label?: string | null;
            readonly players: readonly components["schemas"]["si-ki-pi.Player"][];
            /** @default 1 */
            readonly stake?: number;
            /** @default null */
            readonly banker?: string | null;
        };
        /** @description A rule set whose equilibrium is wanted. */
        readonly "si-ki-pi.prepare": {
            /** @default null */
            readonly rules?: components["schemas"]["si-ki-pi.rules"] | null;
            /** @default null */
            readonly lang?: ("en" | "zh" | "vi") | null;
            /** @default null */
            readonly label?: string | null;
        };
        readonly "si-ki-pi.arrange-line": (components["schemas"]["Answer"] & {
            /** @description The line it answers, from 0 */
            readonly index: number;
        }) | {
            /** @description The line it answers, from 0 */
            readonly index: number;
            readonly problem: components["schemas"]["ProblemDocument"];
        };
        /** @description The card just obtained as a caller sends it. */
        readonly "si-se-pai.DrawnField": {
            readonly card: string;
            /** @enum {string} */
            readonly source: "draw" | "take" | "steal";
        };
        /** @description A displayed group as a caller sends it. */
        readonly "si-se-pai.MeldField": {
            readonly cards: string | readonly string[];
            /**
             * @default draw
             * @enum {string}
             */
            readonly source?: "dealt" | "draw" | "take" | "steal";
        };
        /** @description A hand to be grouped. */
        readonly "si-se-pai.arrange": {
            /** @default null */
            readonly rules?: components["schemas"]["si-se-pai.rules"] | null;
            /** @default null */
            readonly lang?: ("en" | "zh" | "vi") | null;
            /** @default null */
            readonly label?: string | null;
            readonly hand: string | readonly string[];
            /** @default null */
            readonly objective?: "points" | null;
            /** @default 1 */
            readonly top?: number;
            /**
             * @default auto
             * @enum {string}
             */
            readonly engine?: "auto" | "cp-sat" | "tables";
            /** @default 1000 */
            readonly deadline_ms?: number;
            readonly melds?: readonly components["schemas"]["si-se-pai.MeldField"][];
            /** @default null */
            readonly drawn?: components["schemas"]["si-se-pai.DrawnField"] | null;
            /** @default null */
            readonly dealt_triplets?: string | readonly string[] | null;
        };
        /** @description One group as a player shows it. */
        readonly "si-se-pai.ShownGroup": {
            readonly cards: string | readonly string[];
        };
        /** @description A winning claim to be judged. The groups shown may repeat the melds. `claimed_points` are those before any doubling. */
        readonly "si-se-pai.verify": {
            /** @default null */
            readonly rules?: components["schemas"]["si-se-pai.rules"] | null;
            /** @default null */
            readonly lang?: ("en" | "zh" | "vi") | null;
            /** @default null */
            readonly label?: string | null;
            readonly groups: readonly components["schemas"]["si-se-pai.ShownGroup"][];
            /** @default null */
            readonly claimed_points?: number | null;
            readonly hand: string | readonly string[];
            readonly melds?: readonly components["schemas"]["si-se-pai.MeldField"][];
            /** @default null */
            readonly drawn?: components["schemas"]["si-se-pai.DrawnField"] | null;
            /** @default false */
            readonly explain?: boolean;
            /** @default null */
            readonly dealt_triplets?: string | readonly string[] | null;
        };
        /**
         * @description One seat with its cards: of the winner 21, the winning card as `drawn`; of every other player 20, none `drawn`.
         *
         *     groups, claimed_points: what the winner shows and claims, where that is to be judged; without them the best grouping counts.
         */
        readonly "si-se-pai.Player": {
            readonly name: string;
            /** @default null */
            readonly hand?: string | readonly string[] | null;
            readonly melds?: readonly components["schemas"]["si-se-pai.MeldField"][];
            /** @default null */
            readonly drawn?: components["schemas"]["si-se-pai.DrawnField"] | null;
            /** @default null */
            readonly groups?: readonly components["schemas"]["si-se-pai.ShownGroup"][] | null;
            /** @default null */
            readonly claimed_points?: number | null;
            /** @default null */
            readonly dealt_triplets?: string | readonly string[] | null;
        };
        /**
         * @description A hand that is over: by a `winner` (with the `discarder` of the winning card, where there is one), or by a `false_claim`.
         *
         *     Exactly one of `winner` and `false_claim` is given. After a false claim no cards are needed.
         *     Where the discarder pays for all and the winning card was stolen, `discarder` must stand there, null for a card that another had
         *     just drawn from the pile. stake: money for one point, a whole number.
         */
        readonly "si-se-pai.settle": {
            /** @default null */
            readonly rules?: components["schemas"]["si-se-pai.rules"] | null;
            /** @default null */
            readonly lang?: ("en" | "zh" | "vi") | null;
            /** @default null */
            readonly label?: string | null;
            readonly players: readonly components["schemas"]["si-se-pai.Player"][];
            /** @default null */
            readonly winner?: string | null;
            /** @default null */
            readonly discarder?: string | null;
            /** @default null */
            readonly false_claim?: string | null;
            /** @default 1 */
            readonly stake?: number;
        };
        /**
         * @description A hand to play on.
         *
         *     seen: every other card that is face up. offered: a card that may be obtained now, and how; it does not stand in `seen`.
         */
        readonly "si-se-pai.advise": {
            /** @default null */
            readonly rules?: components["schemas"]["si-se-pai.rules"] | null;
            /** @default null */
            readonly lang?: ("en" | "zh" | "vi") | null;
            /** @default null */
            readonly label?: string | null;
            readonly hand: string | readonly string[];
            readonly melds?: readonly components["schemas"]["si-se-pai.MeldField"][];
            /** @default null */
            readonly drawn?: components["schemas"]["si-se-pai.DrawnField"] | null;
            /** @default  */
            readonly seen?: string | readonly string[];
            /** @default null */
            readonly offered?: components["schemas"]["si-se-pai.DrawnField"] | null;
            /** @default null */
            readonly dealt_triplets?: string | readonly string[] | null;
        };
        readonly "si-se-pai.arrange-line": (components["schemas"]["Answer"] & {
            /** @description The line it answers, from 0 */
            readonly index: number;
        }) | {
            /** @description The line it answers, from 0 */
            readonly index: number;
            readonly problem: components["schemas"]["ProblemDocument"];
        };
        /** @description The card just obtained as a caller sends it. */
        readonly "zi-pai.DrawnField": {
            readonly card: string;
            /** @enum {string} */
            readonly source: "draw" | "take" | "steal";
        };
        /** @description A displayed group as a caller sends it. */
        readonly "zi-pai.MeldField": {
            readonly cards: string | readonly string[];
            /**
             * @default draw
             * @enum {string}
             */
            readonly source?: "dealt" | "draw" | "take" | "steal";
        };
        /** @description A hand to be grouped. */
        readonly "zi-pai.arrange": {
            /** @default null */
            readonly rules?: components["schemas"]["zi-pai.rules"] | null;
            /** @default null */
            readonly lang?: ("en" | "zh" | "vi") | null;
            /** @default null */
            readonly label?: string | null;
            readonly hand: string | readonly string[];
            /** @default null */
            readonly objective?: "points" | null;
            /** @default 1 */
            readonly top?: number;
            /**
             * @default auto
             * @enum {string}
             */
            readonly engine?: "auto" | "cp-sat" | "search";
            /** @default 1000 */
            readonly deadline_ms?: number;
            readonly melds?: readonly components["schemas"]["zi-pai.MeldField"][];
            /** @default null */
            readonly drawn?: components["schemas"]["zi-pai.DrawnField"] | null;
        };
        /** @description One group as a player shows it. */
        readonly "zi-pai.ShownGroup": {
            readonly cards: string | readonly string[];
        };
        /** @description A winning claim to be judged. The groups shown may repeat the melds. */
        readonly "zi-pai.verify": {
            /** @default null */
            readonly rules?: components["schemas"]["zi-pai.rules"] | null;
            /** @default null */
            readonly lang?: ("en" | "zh" | "vi") | null;
            /** @default null */
            readonly label?: string | null;
            readonly groups: readonly components["schemas"]["zi-pai.ShownGroup"][];
            /** @default null */
            readonly claimed_points?: number | null;
            readonly hand: string | readonly string[];
            readonly melds?: readonly components["schemas"]["zi-pai.MeldField"][];
            /** @default null */
            readonly drawn?: components["schemas"]["zi-pai.DrawnField"] | null;
            /** @default false */
            readonly explain?: boolean;
        };
        /**
         * @description One seat with its cards. Only the winner's are needed; its winning card is `drawn`.
         *
         *     groups, claimed_points: what the winner shows and claims, where that is to be judged; without them the best grouping counts.
         */
        readonly "zi-pai.Player": {
            readonly name: string;
            /** @default null */
            readonly hand?: string | readonly string[] | null;
            readonly melds?: readonly components["schemas"]["zi-pai.MeldField"][];
            /** @default null */
            readonly drawn?: components["schemas"]["zi-pai.DrawnField"] | null;
            /** @default null */
            readonly groups?: readonly components["schemas"]["zi-pai.ShownGroup"][] | null;
            /** @default null */
            readonly claimed_points?: number | null;
        };
        /**
         * @description A hand that is over: by a `winner` (with the `discarder` of the winning card, where there is one), or by a `false_claim`.
         *
         *     Exactly one of `winner` and `false_claim` is given. After a false claim no cards are needed.
         *     stake: money for one point, a whole number. Who discarded changes nothing: each other player pays the winner.
         */
        readonly "zi-pai.settle": {
            /** @default null */
            readonly rules?: components["schemas"]["zi-pai.rules"] | null;
            /** @default null */
            readonly lang?: ("en" | "zh" | "vi") | null;
            /** @default null */
            readonly label?: string | null;
            readonly players: readonly components["schemas"]["zi-pai.Player"][];
            /** @default null */
            readonly winner?: string | null;
            /** @default null */
            readonly discarder?: string | null;
            /** @default null */
            readonly false_claim?: string | null;
            /** @default 1 */
            readonly stake?: number;
        };
        /**
         * @description A hand to play on.
         *
         *     seen: every other card that is face up. offered: a card that may be obtained now, and how; it does not stand in `seen`.
         */
        readonly "zi-pai.advise": {
            /** @default null */
            readonly rules?: components["schemas"]["zi-pai.rules"] | null;
            /** @default null */
            readonly lang?: ("en" | "zh" | "vi") | null;
            /** @default null */
            readonly label?: string | null;
            readonly hand: string | readonly string[];
            readonly melds?: readonly components["schemas"]["zi-pai.MeldField"][];
            /** @default null */
            readonly drawn?: components["schemas"]["zi-pai.DrawnField"] | null;
            /** @default  */
            readonly seen?: string | readonly string[];
            /** @default null */
            readonly offered?: components["schemas"]["zi-pai.DrawnField"] | null;
        };
        readonly "zi-pai.arrange-line": (components["schemas"]["Answer"] & {
            /** @description The line it answers, from 0 */
            readonly index: number;
        }) | {
            /** @description The line it answers, from 0 */
            readonly index: number;
            readonly problem: components["schemas"]["ProblemDocument"];
        };
        /**
         * @description A verdict in short. The signature, Ed25519 as base64url, is over the canonical JSON (RFC 8785) of all other fields.
         *
         *     claim_hash: SHA-256 of the canonical JSON of `{"game": …, "request": …}`, the request as sent, without `lang`.
         *     verdict_hash: the same of the whole answer as given, without `receipt`.
         *     stored: true promises that the ledger holds the verdict for good; false that the verdict is ours and no more.
         */
        readonly Receipt: {
            /** @enum {unknown} */
            readonly format: "lipai-verdict-1";
            readonly id: string;
            readonly game: string;
            readonly claim_hash: string;
            readonly verdict_hash: string;
            readonly rules_hash: string;
            readonly build: string;
            readonly valid: boolean;
            readonly points: number;
            readonly issued_at: string;
            readonly stored: boolean;
            readonly key_id: string;
            readonly signature: string;
        };
        /** @description A JWK set: what the service answers at `/v1/keys`, and what an offline check reads. */
        readonly PublicKeys: {
            readonly keys: readonly components["schemas"]["PublicKey"][];
        };
        /** @description A public key as the service lists it. `used_until` is null while it signs. */
        readonly PublicKey: {
            readonly kid: string;
            readonly x: string;
            readonly used_from: string;
            /** @default null */
            readonly used_until: string | null;
            /** @default OKP */
            readonly kty: string;
            /** @default Ed25519 */
            readonly crv: string;
            /** @default EdDSA */
            readonly alg: string;
            /** @default sig */
            readonly use: string;
        };
        /** @description What a check found. `genuine`: our key signed exactly this; `stored`: whether the ledger has it, null if that was not looked up. */
        readonly Checked: {
            readonly id: string;
            /** @enum {unknown} */
            readonly result: "fine" | "unstored" | "expired" | "missing" | "differs" | "damaged" | "altered" | "unknown-key" | "outside-key-time" | "other-verdict";
            readonly genuine: boolean;
            readonly stored: boolean | null;
            readonly message: string;
        };
        /** @description A verdict as the ledger keeps it. */
        readonly VerdictRecord: {
            /** @description What was judged: the request as sent, without `lang`. */
            readonly claim: {
                readonly game: string;
                readonly request: Record<string, never>;
            };
            /** @description The answer as given, without `receipt`. */
            readonly verdict: Record<string, never>;
            readonly receipt: components["schemas"]["Receipt"];
        };
        /**
         * @description Every value in force.
         *
         *     row: points for a row won. majority: the extra for two rows won. scoop: the total for all three rows won. shot, home_run: what a scoop's
         *     points (bonuses aside) are multiplied by, against one opponent, and instead of that when it is made against all three; 1 is none.
         *     foul: what a mis-set hand pays each legal one. bonus_mode: a bonus is added to the row's points, or stands in their place.
         *     front_trips_factor: multiplies the front's row points when they are won with three of a kind.
         *     majority_on_ties: the extra needs two rows won, or (`net-rows`) more rows won than lost.
         */
        readonly "chinese-poker.rules": {
            /**
             * @default thirteen
             * @enum {unknown}
             */
            readonly preset?: "thirteen" | "eastern" | "western" | "mandarin" | "one-six" | "rows-only";
            readonly row?: number;
            readonly majority?: number;
            readonly scoop?: number;
            readonly foul?: number;
            readonly shot?: number;
            readonly home_run?: number;
            /** @enum {string} */
            readonly bonus_mode?: "add" | "replace";
            /** @description The bonuses of each row, paid by the loser of the row to its winner. */
            readonly bonuses?: {
                /** @description Bonuses of the front: three cards know high card, pair and three of a kind. */
                readonly front?: {
                    /** @default 0 */
                    readonly "high-card"?: number;
                    /** @default 0 */
                    readonly pair?: number;
                    /** @default 0 */
                    readonly "three-of-a-kind"?: number;
                };
                /** @description Bonuses of the middle or the back. Without a figure of its own a royal flush counts as the straight flush it is. */
                readonly middle?: {
                    /** @default 0 */
                    readonly "high-card"?: number;
                    /** @default 0 */
                    readonly pair?: number;
                    /** @default 0 */
                    readonly "two-pair"?: number;
                    /** @default 0 */
                    readonly "three-of-a-kind"?: number;
                    /** @default 0 */
                    readonly straight?: number;
                    /** @default 0 */
                    readonly flush?: number;
                    /** @default 0 */
                    readonly "full-house"?: number;
                    /** @default 0 */
                    readonly "four-of-a-kind"?: number;
                    /** @default 0 */
                    readonly "straight-flush"?: number;
                    /** @default null */
                    readonly "royal-flush"?: number | null;
                };
                /** @description Bonuses of the middle or the back. Without a figure of its own a royal flush counts as the straight flush it is. */
                readonly back?: {
                    /** @default 0 */
                    readonly "high-card"?: number;
                    /** @default 0 */
                    readonly pair?: number;
                    /** @default 0 */
                    readonly "two-pair"?: number;
                    /** @default 0 */
                    readonly "three-of-a-kind"?: number;
                    /** @default 0 */
                    readonly straight?: number;
                    /** @default 0 */
                    readonly flush?: number;
                    /** @default 0 */
                    readonly "full-house"?: number;
                    /** @default 0 */
                    readonly "four-of-a-kind"?: number;
                    /** @default 0 */
                    readonly "straight-flush"?: number;
                    /** @default null */
                    readonly "royal-flush"?: number | null;
                };
            };
            readonly front_trips_factor?: number;
            /** @enum {string} */
            readonly majority_on_ties?: "two-rows" | "net-rows";
            /** @enum {string} */
            readonly wheel?: "low" | "second";
            /** @description What each automatic win is worth from each opponent; one worth 0 is not played. */
            readonly naturals?: {
                /** @default 13 */
                readonly dragon?: number;
                /** @default 0 */
                readonly "six-pairs"?: number;
                /** @default 0 */
                readonly "three-flushes"?: number;
                /** @default 0 */
                readonly "three-straights"?: number;
                /** @default 0 */
                readonly "clean-dragon"?: number;
                /** @default 0 */
                readonly "three-straight-flushes"?: number;
                /** @default 0 */
                readonly "five-pairs-and-three"?: number;
                /** @default 0 */
                readonly "four-threes"?: number;
                /** @default 0 */
                readonly "three-quads"?: number;
                /** @default 0 */
                readonly "all-high"?: number;
                /** @default 0 */
                readonly "all-low"?: number;
                /** @default 0 */
                readonly "one-colour"?: number;
                /** @default 0 */
                readonly "no-face"?: number;
            };
        };
        /** @description Every value in force; `rules.toml` says what each means. */
        readonly "chuo-pai.rules": {
            /**
             * @default standard
             * @enum {unknown}
             */
            readonly preset?: "standard";
            readonly starting_bonus?: boolean;
            /** @enum {string} */
            readonly special_totals?: "families" | "any";
            readonly special_cap?: number;
            /** @enum {string} */
            readonly last_round?: "played-out" | "cut-short";
        };
        /**
         * @description One preset with its overrides.
         *
         *     stay_bonus: what a setting that stays in Fantasyland counts beside its royalties. row: a row won. scoop: all three, beside the rows.
         *     foul: what a mis-set hand loses to each legal one, besides the other's royalties.
         */
        readonly "open-face.rules": {
            /**
             * @default standard
             * @enum {unknown}
             */
            readonly preset?: "standard";
            readonly stay_bonus?: number;
            readonly row?: number;
            readonly scoop?: number;
            readonly foul?: number;
            /** @description The royalties of each row. */
            readonly royalties?: {
                /** @description Royalties of the front, by pair (`66`) and three of a kind (`666`). */
                readonly front?: {
                    /** @default 0 */
                    readonly 22?: number;
                    /** @default 0 */
                    readonly 33?: number;
                    /** @default 0 */
                    readonly 44?: number;
                    /** @default 0 */
                    readonly 55?: number;
                    /** @default 0 */
                    readonly 66?: number;
                    /** @default 0 */
                    readonly 77?: number;
                    /** @default 0 */
                    readonly 88?: number;
                    /** @default 0 */
                    readonly 99?: number;
                    /** @default 0 */
                    readonly 222?: number;
                    /** @default 0 */
                    readonly 333?: number;
                    /** @default 0 */
                    readonly 444?: number;
                    /** @default 0 */
                    readonly 555?: number;
                    /** @default 0 */
                    readonly 666?: number;
                    /** @default 0 */
                    readonly 777?: number;
                    /** @default 0 */
                    readonly 888?: number;
                    /** @default 0 */
                    readonly 999?: number;
                    /** @default 0 */
                    readonly TT?: number;
                    /** @default 0 */
                    readonly JJ?: number;
                    /** @default 0 */
                    readonly QQ?: number;
                    /** @default 0 */
                    readonly KK?: number;
                    /** @default 0 */
                    readonly AA?: number;
                    /** @default 0 */
                    readonly TTT?: number;
                    /** @default 0 */
                    readonly JJJ?: number;
                    /** @default 0 */
                    readonly QQQ?: number;
                    /** @default 0 */
                    readonly KKK?: number;
                    /** @default 0 */
                    readonly AAA?: number;
                };
                /** @description Royalties of the middle or the back, by category. */
                readonly middle?: {
                    /** @default 0 */
                    readonly "high-card"?: number;
                    /** @default 0 */
                    readonly pair?: number;
                    /** @default 0 */
                    readonly "two-pair"?: number;
                    /** @default 0 */
                    readonly "three-of-a-kind"?: number;
                    /** @default 0 */
                    readonly straight?: number;
                    /** @default 0 */
                    readonly flush?: number;
                    /** @default 0 */
                    readonly "full-house"?: number;
                    /** @default 0 */
                    readonly "four-of-a-kind"?: number;
                    /** @default 0 */
                    readonly "straight-flush"?: number;
                    /** @default 0 */
                    readonly "royal-flush"?: number;
                };
                /** @description Royalties of the middle or the back, by category. */
                readonly back?: {
                    /** @default 0 */
                    readonly "high-card"?: number;
                    /** @default 0 */
                    readonly pair?: number;
                    /** @default 0 */
                    readonly "two-pair"?: number;
                    /** @default 0 */
                    readonly "three-of-a-kind"?: number;
                    /** @default 0 */
                    readonly straight?: number;
                    /** @default 0 */
                    readonly flush?: number;
                    /** @default 0 */
                    readonly "full-house"?: number;
                    /** @default 0 */
                    readonly "four-of-a-kind"?: number;
                    /** @default 0 */
                    readonly "straight-flush"?: number;
                    /** @default 0 */
                    readonly "royal-flush"?: number;
                };
            };
        };
        /**
         * @description One preset with its overrides.
         *
         *     wheel: A-2-3-4-5 just below the ace-high straight, or lowest. joker: an ace or what completes a straight or flush, or any card, also
         *     one that is held: four kings and a joker are five kings then. commission: the part of a player's win that is kept back.
         */
        readonly "pai-gow-poker.rules": {
            /**
             * @default standard
             * @enum {unknown}
             */
            readonly preset?: "standard";
            /** @enum {string} */
            readonly wheel?: "second" | "low";
            /** @enum {string} */
            readonly joker?: "semi" | "wild";
            readonly commission?: number;
        };
        /**
         * @description Every value in force.
         *
         *     tie_break: groups of equal points compare by the higher card, then the lower, the ace high (`cards`) or low (`ace-low`), or not at all.
         *     pair_ace: a pair of aces is the highest or the lowest pair.
         *     quads_outright: four of a kind beats every other hand whatever its groups. two_pairs_outright: so does a hand set as two pairs, but not
         *     four of a kind. Two hands that are equal in this compare by their groups.
         *     banker_wins_ties: a tied group goes to the banker, where one is named. A tie of two invalid hands stays a tie.
         *     foul: an invalid hand loses to all valid ones, or is no hand at all and refused.
         */
        readonly "si-ki-pi.rules": {
            /**
             * @default standard
             * @enum {unknown}
             */
            readonly preset?: "standard";
            /** @enum {string} */
            readonly tie_break?: "cards" | "points-only" | "ace-low";
            /** @enum {string} */
            readonly pair_ace?: "high" | "low";
            readonly quads_outright?: boolean;
            readonly two_pairs_outright?: boolean;
            readonly banker_wins_ties?: boolean;
            /** @enum {string} */
            readonly foul?: "loses" | "rejected";
            /** @description What the stake is multiplied by when a hand with the bonus wins; 1 is no bonus. A hand with several has the largest. */
            readonly bonuses?: {
                readonly "front-8-9"?: number;
                readonly baobao?: number;
                readonly skp?: number;
            };
        };
        /**
         * @description Every value that tables differ in.
         *
         *     footman_pair, king_quad, king_pair, king_triplet: whether that group exists.
         *     lock_dealt: a dealt triplet can't be split, a dealt quad must be displayed.
         *     minimum_points: what a hand must reach to win, before any doubling.
         *     double_with_quad, payment, false_claim_penalty (× stake, to each other player): who pays what.
         */
        readonly "si-se-pai.rules": {
            /**
             * @default seed
             * @enum {unknown}
             */
            readonly preset?: "seed" | "seed-no-footman-pair" | "taiwan" | "vietnam" | "hakka";
            /** @description Points of each group. `-dealt`: all of its cards dealt; `-displayed`: it lies on the table. */
            readonly points?: {
                readonly king?: number;
                readonly pair?: number;
                readonly triplet?: number;
                readonly "triplet-dealt"?: number;
                readonly command?: number;
                readonly field?: number;
                readonly "three-footmen"?: number;
                readonly "four-footmen"?: number;
                readonly quad?: number;
                readonly "quad-dealt"?: number;
                readonly "king-quad"?: number;
                readonly "king-quad-displayed"?: number;
                readonly "king-pair"?: number;
                readonly "king-triplet"?: number;
                readonly "king-triplet-displayed"?: number;
            };
            readonly footman_pair?: boolean;
            readonly king_quad?: boolean;
            readonly king_pair?: boolean;
            readonly king_triplet?: boolean;
            readonly lock_dealt?: boolean;
            readonly minimum_points?: number;
            readonly double_with_quad?: boolean;
            /** @enum {string} */
            readonly payment?: "winner-takes" | "winner-and-differences" | "discarder-pays";
            readonly false_claim_penalty?: number;
        };
        /**
         * @description What tables differ in.
         *
         *     lock_dealt: three or four equal cards in the hand can't be split.
         *     break_triplet_for_win: the winning card may break one triplet of the hand.
         *     minimum_points: what a hand must reach to win.
         *     false_claim_penalty: what a false claim pays each other player, × stake.
         */
        readonly "zi-pai.rules": {
            /**
             * @default seed
             * @enum {unknown}
             */
            readonly preset?: "seed" | "hunan" | "hengyang";
            /**
             * @description Points of each group by suit. `-concealed`: dealt or drawn by the player; without it: its last card was called.
             *
             *     one-two-three: the runs 1-2-3; run: all the others.
             */
            readonly points?: {
                readonly "triplet-small"?: number;
                readonly "triplet-big"?: number;
                readonly "triplet-small-concealed"?: number;
                readonly "triplet-big-concealed"?: number;
                readonly "quad-small"?: number;
                readonly "quad-big"?: number;
                readonly "quad-small-concealed"?: number;
                readonly "quad-big-concealed"?: number;
                readonly "two-seven-ten-small"?: number;
                readonly "two-seven-ten-big"?: number;
                readonly "two-seven-ten-small-concealed"?: number;
                readonly "two-seven-ten-big-concealed"?: number;
                readonly "one-two-three-small"?: number;
                readonly "one-two-three-big"?: number;
                readonly run?: number;
                readonly mixed?: number;
                readonly pair?: number;
            };
            readonly lock_dealt?: boolean;
            readonly break_triplet_for_win?: boolean;
            readonly minimum_points?: number;
            readonly false_claim_penalty?: number;
        };
    };
    responses: {
        /** @description The body is not JSON, or a text not UTF-8 */
        readonly Problem400: {
            headers: {
                readonly "x-request-id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ProblemDocument"];
            };
        };
        /** @description A key is needed, and none is known by what was sent */
        readonly Problem401: {
            headers: {
                readonly "x-request-id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ProblemDocument"];
            };
        };
        /** @description The key lacks the scope */
        readonly Problem403: {
            headers: {
                readonly "x-request-id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ProblemDocument"];
            };
        };
        /** @description There is no such thing */
        readonly Problem404: {
            headers: {
                readonly "x-request-id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ProblemDocument"];
            };
        };
        /** @description Neither JSON nor, where there are pictures, image/svg+xml is acceptable to the caller */
        readonly Problem406: {
            headers: {
                readonly "x-request-id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ProblemDocument"];
            };
        };
        /** @description The body stopped coming */
        readonly Problem408: {
            headers: {
                readonly "x-request-id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ProblemDocument"];
            };
        };
        /** @description The body is too large */
        readonly Problem413: {
            headers: {
                readonly "x-request-id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ProblemDocument"];
            };
        };
        /** @description The body must be JSON, and the header content-type say so */
        readonly Problem415: {
            headers: {
                readonly "x-request-id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ProblemDocument"];
            };
        };
        /** @description The request is understood and can't be accepted */
        readonly Problem422: {
            headers: {
                readonly "x-request-id": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ProblemDocument"];
            };
        };
        /** @description Too many requests; try again later */
        readonly Problem429: {
            headers: {
                readonly "x-request-id": components["headers"]["RequestId"];
                readonly "retry-after": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ProblemDocument"];
            };
        };
        /** @description All workers are taken; try again later */
        readonly Problem503: {
            headers: {
                readonly "x-request-id": components["headers"]["RequestId"];
                readonly "retry-after": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ProblemDocument"];
            };
        };
    };
    parameters: {
        /** @description Language of names and messages where the request has no `lang`. */
        readonly AcceptLanguage: string;
    };
    requestBodies: never;
    headers: {
        /** @description The request's number: yours, if it is of 1 to 64 letters, digits, `.`, `_`, `-`. */
        readonly RequestId: string;
        /** @description Milliseconds spent: `read` the request, `solve` it. */
        readonly ServerTiming: string;
        /** @description How long the answer may be kept. */
        readonly CacheControl: string;
        /** @description Changes with the answer; send it back as If-None-Match. */
        readonly ETag: string;
        /** @description The request's headers that the answer depends on. */
        readonly Vary: string;
        /** @description Seconds after which to try again. */
        readonly RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly "list-games": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All games */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GameList"];
                };
            };
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly livez: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The process answers */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Alive"];
                };
            };
        };
    };
    readonly readyz: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Every game solves a stored hand */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Readiness"];
                };
            };
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "chinese-poker-describe": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Rules, notation, cards and schemas */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GameDescription"];
                };
            };
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "chinese-poker-examples": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Bodies ready to POST, with answers */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExampleList"];
                };
            };
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "chinese-poker-cards": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The faces of the cards, each a definition with the id `f-` and the card, to be shown by `<use>` */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly etag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/svg+xml": string;
                };
            };
            /** @description The sheet is the one you hold */
            readonly 304: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly etag: components["headers"]["ETag"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "chinese-poker-arrange-by-query": {
        readonly parameters: {
            readonly query: {
                readonly lang?: "en" | "zh" | "vi";
                readonly label?: string;
                readonly hand: string;
                readonly objective?: "expected" | "strength" | "bonus" | "rows";
                readonly top?: number;
                readonly engine?: "auto" | "cp-sat" | "enumerate";
                readonly deadline_ms?: number;
                readonly players?: number;
                readonly preset?: "thirteen" | "eastern" | "western" | "mandarin" | "one-six" | "rows-only";
            };
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The optimal arrangement of a hand */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly etag: components["headers"]["ETag"];
                    readonly vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Answer"];
                    readonly "image/svg+xml": string;
                };
            };
            /** @description The answer is the one you hold */
            readonly 304: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly etag: components["headers"]["ETag"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 406: components["responses"]["Problem406"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "chinese-poker-arrange": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["chinese-poker.arrange"];
            };
        };
        readonly responses: {
            /** @description The optimal arrangement of a hand */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Answer"];
                    readonly "image/svg+xml": string;
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 406: components["responses"]["Problem406"];
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "chinese-poker-verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["chinese-poker.verify"];
            };
        };
        readonly responses: {
            /** @description Is this claim right? All that is wrong with it */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Verdict"];
                    readonly "image/svg+xml": string;
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 406: components["responses"]["Problem406"];
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "chinese-poker-settle": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["chinese-poker.settle"];
            };
        };
        readonly responses: {
            /** @description Who pays whom */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Settlement"];
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "chinese-poker-arrange-batch": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/jsonl": string;
                readonly "application/x-ndjson": string;
            };
        };
        readonly responses: {
            /** @description A line for each line */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/jsonl": string;
                };
            };
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "chuo-pai-describe": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Rules, notation, cards and schemas */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GameDescription"];
                };
            };
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "chuo-pai-examples": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Bodies ready to POST, with answers */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExampleList"];
                };
            };
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "chuo-pai-cards": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The faces of the cards, each a definition with the id `f-` and the card, to be shown by `<use>` */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly etag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/svg+xml": string;
                };
            };
            /** @description The sheet is the one you hold */
            readonly 304: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly etag: components["headers"]["ETag"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "chuo-pai-arrange-by-query": {
        readonly parameters: {
            readonly query: {
                readonly lang?: "en" | "zh" | "vi";
                readonly label?: string;
                readonly hand: string;
                readonly objective?: "guaranteed" | "fewest";
                readonly top?: number;
                readonly engine?: "auto" | "cp-sat";
                readonly deadline_ms?: number;
                readonly seen?: string;
                readonly preset?: "standard";
            };
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The optimal arrangement of a hand */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly etag: components["headers"]["ETag"];
                    readonly vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Answer"];
                    readonly "image/svg+xml": string;
                };
            };
            /** @description The answer is the one you hold */
            readonly 304: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly etag: components["headers"]["ETag"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 406: components["responses"]["Problem406"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "chuo-pai-arrange": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["chuo-pai.arrange"];
            };
        };
        readonly responses: {
            /** @description The optimal arrangement of a hand */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Answer"];
                    readonly "image/svg+xml": string;
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 406: components["responses"]["Problem406"];
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "chuo-pai-verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["chuo-pai.verify"];
            };
        };
        readonly responses: {
            /** @description Is this claim right? All that is wrong with it */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Verdict"];
                    readonly "image/svg+xml": string;
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 406: components["responses"]["Problem406"];
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "chuo-pai-settle": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["chuo-pai.settle"];
            };
        };
        readonly responses: {
            /** @description Who pays whom */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Settlement"];
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "chuo-pai-advise": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["chuo-pai.advise"];
            };
        };
        readonly responses: {
            /** @description What to do next */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["solver.games.chuo_pai.advise.Advice"];
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "chuo-pai-arrange-batch": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/jsonl": string;
                readonly "application/x-ndjson": string;
            };
        };
        readonly responses: {
            /** @description A line for each line */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/jsonl": string;
                };
            };
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "open-face-describe": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Rules, notation, cards and schemas */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GameDescription"];
                };
            };
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "open-face-examples": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Bodies ready to POST, with answers */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExampleList"];
                };
            };
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "open-face-cards": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The faces of the cards, each a definition with the id `f-` and the card, to be shown by `<use>` */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly etag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/svg+xml": string;
                };
            };
            /** @description The sheet is the one you hold */
            readonly 304: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly etag: components["headers"]["ETag"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "open-face-arrange-by-query": {
        readonly parameters: {
            readonly query: {
                readonly lang?: "en" | "zh" | "vi";
                readonly label?: string;
                readonly hand: string;
                readonly objective?: "points" | "royalties";
                readonly top?: number;
                readonly engine?: "auto" | "cp-sat" | "enumerate";
                readonly deadline_ms?: number;
                readonly stay_bonus?: number;
                readonly preset?: "standard";
            };
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The optimal arrangement of a hand */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly etag: components["headers"]["ETag"];
                    readonly vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Answer"];
                    readonly "image/svg+xml": string;
                };
            };
            /** @description The answer is the one you hold */
            readonly 304: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly etag: components["headers"]["ETag"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 406: components["responses"]["Problem406"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "open-face-arrange": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["open-face.arrange"];
            };
        };
        readonly responses: {
            /** @description The optimal arrangement of a hand */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Answer"];
                    readonly "image/svg+xml": string;
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 406: components["responses"]["Problem406"];
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "open-face-verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["open-face.verify"];
            };
        };
        readonly responses: {
            /** @description Is this claim right? All that is wrong with it */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Verdict"];
                    readonly "image/svg+xml": string;
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 406: components["responses"]["Problem406"];
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "open-face-settle": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["open-face.settle"];
            };
        };
        readonly responses: {
            /** @description Who pays whom */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Settlement"];
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "open-face-arrange-batch": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/jsonl": string;
                readonly "application/x-ndjson": string;
            };
        };
        readonly responses: {
            /** @description A line for each line */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/jsonl": string;
                };
            };
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "pai-gow-poker-describe": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Rules, notation, cards and schemas */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GameDescription"];
                };
            };
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "pai-gow-poker-examples": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Bodies ready to POST, with answers */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExampleList"];
                };
            };
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "pai-gow-poker-cards": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The faces of the cards, each a definition with the id `f-` and the card, to be shown by `<use>` */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly etag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/svg+xml": string;
                };
            };
            /** @description The sheet is the one you hold */
            readonly 304: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly etag: components["headers"]["ETag"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "pai-gow-poker-arrange-by-query": {
        readonly parameters: {
            readonly query: {
                readonly lang?: "en" | "zh" | "vi";
                readonly label?: string;
                readonly hand: string;
                readonly objective?: "expected" | "house" | "strength";
                readonly top?: number;
                readonly engine?: "auto" | "cp-sat" | "enumerate";
                readonly deadline_ms?: number;
                readonly house_way?: "trump-plaza" | "flamingo" | "golden-nugget";
                readonly dealer?: "trump-plaza" | "flamingo" | "golden-nugget";
                readonly preset?: "standard";
            };
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The optimal arrangement of a hand */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly etag: components["headers"]["ETag"];
                    readonly vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Answer"];
                    readonly "image/svg+xml": string;
                };
            };
            /** @description The answer is the one you hold */
            readonly 304: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly etag: components["headers"]["ETag"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 406: components["responses"]["Problem406"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "pai-gow-poker-arrange": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["pai-gow-poker.arrange"];
            };
        };
        readonly responses: {
            /** @description The optimal arrangement of a hand */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Answer"];
                    readonly "image/svg+xml": string;
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 406: components["responses"]["Problem406"];
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "pai-gow-poker-verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["pai-gow-poker.verify"];
            };
        };
        readonly responses: {
            /** @description Is this claim right? All that is wrong with it */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Verdict"];
                    readonly "image/svg+xml": string;
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 406: components["responses"]["Problem406"];
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "pai-gow-poker-settle": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["pai-gow-poker.settle"];
            };
        };
        readonly responses: {
            /** @description Who pays whom */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Settlement"];
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "pai-gow-poker-arrange-batch": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/jsonl": string;
                readonly "application/x-ndjson": string;
            };
        };
        readonly responses: {
            /** @description A line for each line */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/jsonl": string;
                };
            };
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "si-ki-pi-describe": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Rules, notation, cards and schemas */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GameDescription"];
                };
            };
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "si-ki-pi-examples": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Bodies ready to POST, with answers */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExampleList"];
                };
            };
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "si-ki-pi-cards": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The faces of the cards, each a definition with the id `f-` and the card, to be shown by `<use>` */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly etag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/svg+xml": string;
                };
            };
            /** @description The sheet is the one you hold */
            readonly 304: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly etag: components["headers"]["ETag"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "si-ki-pi-arrange-by-query": {
        readonly parameters: {
            readonly query: {
                readonly lang?: "en" | "zh" | "vi";
                readonly label?: string;
                readonly hand: string;
                readonly objective?: "expected" | "house" | "against";
                readonly top?: number;
                readonly engine?: "auto" | "cp-sat" | "enumerate";
                readonly deadline_ms?: number;
                readonly against?: "house" | "uniform" | "expected";
                readonly preset?: "standard";
            };
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The optimal arrangement of a hand */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly etag: components["headers"]["ETag"];
                    readonly vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Answer"];
                    readonly "image/svg+xml": string;
                };
            };
            /** @description The answer is the one you hold */
            readonly 304: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly etag: components["headers"]["ETag"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 406: components["responses"]["Problem406"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "si-ki-pi-arrange": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["si-ki-pi.arrange"];
            };
        };
        readonly responses: {
            /** @description The optimal arrangement of a hand */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Answer"];
                    readonly "image/svg+xml": string;
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 406: components["responses"]["Problem406"];
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "si-ki-pi-verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["si-ki-pi.verify"];
            };
        };
        readonly responses: {
            /** @description Is this claim right? All that is wrong with it */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Verdict"];
                    readonly "image/svg+xml": string;
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 406: components["responses"]["Problem406"];
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "si-ki-pi-settle": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["si-ki-pi.settle"];
            };
        };
        readonly responses: {
            /** @description Who pays whom */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Settlement"];
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "si-ki-pi-prepare": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["si-ki-pi.prepare"];
            };
        };
        readonly responses: {
            /** @description Compute what a rule set needs ahead of time */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Prepared"];
                };
            };
            /** @description The work still runs */
            readonly 202: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly "retry-after": components["headers"]["RetryAfter"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Prepared"];
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "si-ki-pi-arrange-batch": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/jsonl": string;
                readonly "application/x-ndjson": string;
            };
        };
        readonly responses: {
            /** @description A line for each line */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/jsonl": string;
                };
            };
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "si-se-pai-describe": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Rules, notation, cards and schemas */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GameDescription"];
                };
            };
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "si-se-pai-examples": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Bodies ready to POST, with answers */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExampleList"];
                };
            };
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "si-se-pai-cards": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The faces of the cards, each a definition with the id `f-` and the card, to be shown by `<use>` */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly etag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/svg+xml": string;
                };
            };
            /** @description The sheet is the one you hold */
            readonly 304: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly etag: components["headers"]["ETag"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "si-se-pai-arrange-by-query": {
        readonly parameters: {
            readonly query: {
                readonly lang?: "en" | "zh" | "vi";
                readonly label?: string;
                readonly hand: string;
                readonly objective?: "points";
                readonly top?: number;
                readonly engine?: "auto" | "cp-sat" | "tables";
                readonly deadline_ms?: number;
                readonly dealt_triplets?: string;
                readonly preset?: "seed" | "seed-no-footman-pair" | "taiwan" | "vietnam" | "hakka";
            };
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The optimal arrangement of a hand */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly etag: components["headers"]["ETag"];
                    readonly vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Answer"];
                    readonly "image/svg+xml": string;
                };
            };
            /** @description The answer is the one you hold */
            readonly 304: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly etag: components["headers"]["ETag"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 406: components["responses"]["Problem406"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "si-se-pai-arrange": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["si-se-pai.arrange"];
            };
        };
        readonly responses: {
            /** @description The optimal arrangement of a hand */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Answer"];
                    readonly "image/svg+xml": string;
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 406: components["responses"]["Problem406"];
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "si-se-pai-verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["si-se-pai.verify"];
            };
        };
        readonly responses: {
            /** @description Is this claim right? All that is wrong with it */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Verdict"];
                    readonly "image/svg+xml": string;
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 406: components["responses"]["Problem406"];
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "si-se-pai-settle": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["si-se-pai.settle"];
            };
        };
        readonly responses: {
            /** @description Who pays whom */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Settlement"];
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "si-se-pai-advise": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["si-se-pai.advise"];
            };
        };
        readonly responses: {
            /** @description What to do next */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["solver.result.Advice"];
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "si-se-pai-arrange-batch": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/jsonl": string;
                readonly "application/x-ndjson": string;
            };
        };
        readonly responses: {
            /** @description A line for each line */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/jsonl": string;
                };
            };
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "zi-pai-describe": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Rules, notation, cards and schemas */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GameDescription"];
                };
            };
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "zi-pai-examples": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Bodies ready to POST, with answers */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExampleList"];
                };
            };
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "zi-pai-cards": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The faces of the cards, each a definition with the id `f-` and the card, to be shown by `<use>` */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly etag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/svg+xml": string;
                };
            };
            /** @description The sheet is the one you hold */
            readonly 304: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly etag: components["headers"]["ETag"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly "zi-pai-arrange-by-query": {
        readonly parameters: {
            readonly query: {
                readonly lang?: "en" | "zh" | "vi";
                readonly label?: string;
                readonly hand: string;
                readonly objective?: "points";
                readonly top?: number;
                readonly engine?: "auto" | "cp-sat" | "search";
                readonly deadline_ms?: number;
                readonly preset?: "seed" | "hunan" | "hengyang";
            };
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The optimal arrangement of a hand */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly etag: components["headers"]["ETag"];
                    readonly vary: components["headers"]["Vary"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Answer"];
                    readonly "image/svg+xml": string;
                };
            };
            /** @description The answer is the one you hold */
            readonly 304: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly etag: components["headers"]["ETag"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 406: components["responses"]["Problem406"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "zi-pai-arrange": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["zi-pai.arrange"];
            };
        };
        readonly responses: {
            /** @description The optimal arrangement of a hand */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Answer"];
                    readonly "image/svg+xml": string;
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 406: components["responses"]["Problem406"];
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "zi-pai-verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["zi-pai.verify"];
            };
        };
        readonly responses: {
            /** @description Is this claim right? All that is wrong with it */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Verdict"];
                    readonly "image/svg+xml": string;
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 406: components["responses"]["Problem406"];
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "zi-pai-settle": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["zi-pai.settle"];
            };
        };
        readonly responses: {
            /** @description Who pays whom */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Settlement"];
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "zi-pai-advise": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["zi-pai.advise"];
            };
        };
        readonly responses: {
            /** @description What to do next */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "server-timing": components["headers"]["ServerTiming"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["solver.result.Advice"];
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "zi-pai-arrange-batch": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/jsonl": string;
                readonly "application/x-ndjson": string;
            };
        };
        readonly responses: {
            /** @description A line for each line */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/jsonl": string;
                };
            };
            readonly 408: components["responses"]["Problem408"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly verdict: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A verdict by its id */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VerdictRecord"];
                };
            };
            readonly 404: components["responses"]["Problem404"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly "check-receipt": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Language of names and messages where the request has no `lang`. */
                readonly "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Receipt"] | {
                    readonly receipt: components["schemas"]["Receipt"];
                } | components["schemas"]["Verdict"];
            };
        };
        readonly responses: {
            /** @description What was found */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Checked"];
                };
            };
            readonly 400: components["responses"]["Problem400"];
            readonly 413: components["responses"]["Problem413"];
            readonly 415: components["responses"]["Problem415"];
            readonly 422: components["responses"]["Problem422"];
            readonly 503: components["responses"]["Problem503"];
        };
    };
    readonly keys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The public keys that sign receipts, as a JWK set */
            readonly 200: {
                headers: {
                    readonly "x-request-id": components["headers"]["RequestId"];
                    readonly "cache-control": components["headers"]["CacheControl"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PublicKeys"];
                };
            };
            readonly 503: components["responses"]["Problem503"];
        };
    };
}
