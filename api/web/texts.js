// The page's words in its three languages. What belongs to a game comes from the service.

export const LANGUAGES = { en: "English", zh: "中文", vi: "Tiếng Việt" };

const WORDS = {
  tagline: ["Puts a hand of cards in its best order, shows what other ways cost, checks claims, and works out who pays whom.", "把一手牌理成最好的样子，看其他摆法差多少，检查声明对不对，算出谁付给谁。", "Xếp tay bài theo cách tốt nhất, cho biết cách khác mất gì, kiểm tra lời khai và tính ai trả ai."],
  game: ["Game", "游戏", "Trò chơi"],
  language: ["Language", "语言", "Ngôn ngữ"],
  theme: ["Light or dark", "浅色或深色", "Sáng hay tối"],
  skip: ["To the result", "跳到结果", "Đến kết quả"],
  hand: ["Your hand", "你的手牌", "Bài của bạn"],
  deal: ["Deal a hand", "发一手牌", "Chia bài"],
  clear: ["Clear", "清空", "Xóa hết"],
  example: ["Examples", "例子", "Ví dụ"],
  "hand-empty": ["Tap cards below, type them, or deal a hand.", "点下面的牌、输入写法，或发一手牌。", "Chạm vào các lá bên dưới, gõ vào, hoặc chia một tay bài."],
  "hand-remove": ["{card}: take out", "{card}：拿掉", "{card}: bỏ ra"],
  "pick-add": ["{card}, {left} left: put in", "{card}，剩 {left} 张：加入", "{card}, còn {left}: thêm vào"],
  "of-cards": ["{count} of {size} cards", "{count} / {size} 张", "{count} / {size} lá"],
  "some-cards": ["{count} {count:card|cards}", "{count} 张", "{count} lá"],
  pick: ["Cards of the deck", "整副牌", "Bộ bài"],
  choose: ["Choose or type cards", "选牌或输入", "Chọn hoặc gõ lá bài"],
  text: ["Or type or paste", "或输入、粘贴", "Hoặc gõ, dán"],
  "how-written": ["How cards are written", "牌的写法", "Cách ghi lá bài"],
  "add-more": ["Put in {count} more", "再加 {count} 张", "Thêm {count} lá nữa"],
  "too-many": ["{count} {count:card|cards} too many", "多了 {count} 张", "Thừa {count} lá"],
  rules: ["House rules", "规则", "Luật chơi"],
  preset: ["Rules of", "规则版本", "Bộ luật"],
  objective: ["Aim at", "目标", "Mục tiêu"],
  changed: ["changed", "已改", "đã đổi"],
  reset: ["As they were", "恢复原样", "Như cũ"],
  more: ["More about this hand", "这手牌的其他情况", "Thêm về tay bài này"],
  appears: ["The best arrangement appears here.", "最优摆法会显示在这里。", "Cách xếp tốt nhất sẽ hiện ở đây."],
  best: ["Best arrangement", "最优摆法", "Cách xếp tốt nhất"],
  own: ["Try your own", "自己摆", "Tự xếp"],
  advise: ["What next?", "下一步？", "Làm gì tiếp?"],
  settle: ["Settle a table", "结算", "Tính tiền"],
  "best-short": ["Best", "最优", "Tốt nhất"],
  "own-short": ["Your own", "自己摆", "Tự xếp"],
  "advise-short": ["Next", "下一步", "Tiếp"],
  "settle-short": ["Settle", "结算", "Tính tiền"],
  views: ["What to see", "查看", "Xem gì"],
  alternatives: ["Other ways", "其他摆法", "Cách khác"],
  "way-of": ["{place} of {count}", "第 {place} / {count} 种", "{place} trên {count}"],
  "way-best": ["the best", "最优", "tốt nhất"],
  "more-loose": ["{count} more loose", "多 {count} 张散牌", "thêm {count} lá lẻ"],
  equal: ["as good", "一样好", "ngang bằng"],
  previous: ["Better way", "上一种", "Cách trước"],
  next: ["Next way", "下一种", "Cách sau"],
  loose: ["loose", "散牌", "lẻ"],
  "thrown-away": ["left over", "余牌", "còn lại"],
  displayed: ["shown on the table", "亮在桌上", "bày trên bàn"],
  points: ["{points} points", "{points} 分", "{points} điểm"],
  point: ["{points} point", "{points} 分", "{points} điểm"],
  wins: ["The hand wins", "可以和牌", "Bài tới"],
  "wins-not": ["The hand does not win", "不能和牌", "Bài chưa tới"],
  "count-settings": ["best of {count} ways", "{count} 种摆法中最优", "tốt nhất trong {count} cách"],
  "count-one": ["the only way", "唯一的摆法", "cách duy nhất"],
  optimal: ["proven best", "已证明最优", "đã chứng minh tốt nhất"],
  feasible: ["best found in the time given", "限时内最好", "tốt nhất trong thời gian cho phép"],
  estimated: ["estimated, ± {error}", "估计值，± {error}", "ước lượng, ± {error}"],
  none: ["No legal arrangement exists.", "没有合法的摆法。", "Không có cách xếp hợp lệ."],
  against: ["against opponents “{id}”", "对手：{id}", "đối thủ: {id}"],
  natural: ["{name}: wins by itself, worth {value}", "{name}：直接赢，值 {value}", "{name}: thắng trắng, giá {value}"],
  declare: ["Declare it.", "应当报到。", "Nên báo."],
  "declare-not": ["Playing on is better.", "照常摆更好。", "Chơi tiếp thì hơn."],
  "own-help": ["Drag a card, or tap it and then where it shall go. On a card the two change places. Keys: arrows walk, Enter lifts and puts down, Alt with ↑ ↓ moves to the next row.",
    "拖动一张牌，或先点牌再点去处；点到另一张牌则两张互换。键盘：方向键走动，Enter 拿起放下，Alt 加 ↑ ↓ 移到相邻一组。",
    "Kéo một lá, hoặc chạm lá rồi chạm chỗ đặt; chạm lá khác thì hai lá đổi chỗ. Bàn phím: mũi tên để đi, Enter nhấc và đặt, Alt với ↑ ↓ chuyển sang hàng kế."],
  lifted: ["{card} lifted", "已拿起 {card}", "đã nhấc {card}"],
  "put-here": ["Put here", "放这里", "Đặt đây"],
  "new-group": ["New group", "新的一组", "Nhóm mới"],
  "as-best": ["As the best", "照最优摆", "Như cách tốt nhất"],
  "all-loose": ["Start empty", "从头摆起", "Bắt đầu từ trống"],
  legal: ["Legal", "合法", "Hợp lệ"],
  illegal: ["Not legal", "不合法", "Không hợp lệ"],
  "no-claim": ["Not yet a right claim", "还不能这样声明", "Chưa thể khai như vậy"],
  "claim-right": ["The claim is right", "声明正确", "Khai đúng"],
  lost: ["gives away {lost}", "少得 {lost}", "mất {lost}"],
  "lost-nothing": ["gives nothing away", "没有损失", "không mất gì"],
  claim: ["What the player claims", "玩家的声明", "Người chơi khai gì"],
  note: ["note", "注意", "lưu ý"],
  "under-presets": ["Under other rules", "在其他规则下", "Theo luật khác"],
  distance: ["Cards short of a complete hand", "距离成牌", "Số lá còn thiếu để tròn bài"],
  "distance-win": ["Cards short of a win", "距离和牌", "Số lá còn thiếu để tới"],
  unreachable: ["out of reach", "无法达到", "không thể"],
  waits: ["Waits for", "听", "Chờ"],
  improves: ["Improved by", "进张", "Lá cải thiện"],
  discards: ["Throw away, best first", "打哪张（从好到差）", "Nên bỏ, tốt nhất trước"],
  calls: ["What to do with the card on offer", "对这张牌怎么办", "Làm gì với lá được mời"],
  plays: ["What can be played", "可以出的牌", "Có thể ra"],
  left: ["{count} left", "剩 {count}", "còn {count}"],
  short: ["{count} short", "差 {count}", "thiếu {count}"],
  forced: ["forced", "必须", "bắt buộc"],
  forbidden: ["not allowed", "不许", "không được"],
  sure: ["sure to win", "必得", "chắc ăn"],
  pass: ["pass", "过", "bỏ qua"],
  nothing: ["Nothing to say about this hand.", "这手牌没有可说的。", "Không có gì để nói về tay bài này."],
  "who-pays": ["Work out who pays whom", "算出谁付给谁", "Tính ai trả ai"],
  total: ["Total", "合计", "Tổng"],
  details: ["Details", "详情", "Chi tiết"],
  "line-each": ["a line for each", "每组一行", "mỗi nhóm một dòng"],
  add: ["Add", "添加", "Thêm"],
  remove: ["Remove", "删除", "Bỏ"],
  link: ["Copy link", "复制链接", "Chép liên kết"],
  "copy-as": ["Copy as", "复制为", "Chép dạng"],
  copied: ["Copied", "已复制", "Đã chép"],
  offline: ["The service can't be reached. What you laid stays here; try again when it is back.", "连不上服务。牌会留着，恢复后再试。", "Không kết nối được dịch vụ. Bài vẫn còn đây; hãy thử lại sau."],
  again: ["Try again", "重试", "Thử lại"],
  "api-docs": ["For programs", "供程序调用", "Cho lập trình"],
  "and-more": ["and {count} more", "另有 {count} 种", "và {count} nữa"],
  yes: ["yes", "是", "có"],
  no: ["no", "否", "không"],
  // What the details of an answer are called.
  "detail-expected": ["expected points", "期望得分", "điểm kỳ vọng"],
  "detail-win": ["wins", "赢", "thắng"],
  "detail-tie": ["ties", "和", "hòa"],
  "detail-push": ["ties", "和", "hòa"],
  "detail-lose": ["loses", "输", "thua"],
  "detail-scoop": ["wins all rows", "全胜", "thắng cả"],
  "detail-scooped": ["loses all rows", "全负", "thua cả"],
  "detail-probability": ["how often to play it", "采用的频率", "tần suất chọn"],
  "detail-multiplier": ["stake times", "倍数", "hệ số"],
  "detail-bonus": ["bonus", "加分", "thưởng"],
  "detail-plays": ["plays", "出牌次数", "số lượt ra"],
  "detail-starting_bonus": ["starting bonus", "起手加分", "thưởng đầu ván"],
  "detail-stays": ["stays", "留下", "ở lại"],
  // Slots, where the service does not name them.
  "slot-front": ["front", "前", "trước"],
  "slot-middle": ["middle", "中", "giữa"],
  "slot-back": ["back", "后", "sau"],
  // Objectives.
  "choice-expected": ["expected points", "期望得分", "điểm kỳ vọng"],
  "choice-strength": ["strongest rows", "牌型最强", "các chi mạnh nhất"],
  "choice-bonus": ["bonus points", "加分", "điểm thưởng"],
  "choice-rows": ["weighted rows", "各墩加权", "trọng số các chi"],
  "choice-house": ["the house way", "庄家摆法", "cách nhà cái"],
  "choice-against": ["against given opponents", "针对给定对手", "với đối thủ cho trước"],
  "choice-points": ["points", "分数", "điểm"],
  "choice-royalties": ["royalties", "奖励分", "điểm thưởng"],
  "choice-guaranteed": ["sure cards", "稳得的牌", "lá chắc ăn"],
  "choice-fewest": ["fewest plays", "最少次数", "ít lượt nhất"],
  "choice-draw": ["drawn from the pile", "摸的牌", "bốc từ nọc"],
  "choice-take": ["taken from the discards", "吃的牌", "ăn lá bỏ"],
  "choice-steal": ["stolen", "抢的牌", "giật"],
  "choice-dealt": ["dealt", "发到的", "được chia"],
  // Fields of requests and rules.
  "field-players": ["Players", "玩家", "Người chơi"],
  "field-player": ["Player", "玩家", "Người chơi"],
  "field-pins": ["Cards already placed", "已放好的牌", "Lá đã đặt"],
  "field-order": ["Order of rows", "墩的顺序", "Thứ tự các chi"],
  "field-weights": ["Weights of rows", "各墩权重", "Trọng số các chi"],
  "field-melds": ["Groups on the table", "亮出的组", "Phần đã bày"],
  "field-drawn": ["Card just obtained", "刚得到的牌", "Lá vừa có"],
  "field-dealt_triplets": ["Triplets known as dealt", "已知发到的三张", "Bộ ba được chia"],
  "field-seen": ["Other cards seen", "已见的其他牌", "Lá khác đã thấy"],
  "field-offered": ["Card on offer", "可要的牌", "Lá được mời"],
  "field-current": ["Play to beat", "要压的牌", "Bài phải chặn"],
  "field-card": ["Card", "牌", "Lá"],
  "field-cards": ["Cards", "牌", "Các lá"],
  "field-source": ["From", "来源", "Từ"],
  "field-against": ["Opponents", "对手", "Đối thủ"],
  "field-house_way": ["House way", "庄家摆法", "Cách nhà cái"],
  "field-dealer": ["Dealer's house way", "庄家按", "Nhà cái xếp theo"],
  "field-stay_bonus": ["Worth of staying", "留下的价值", "Giá trị ở lại"],
  "field-claimed_points": ["Points claimed", "声明的分数", "Điểm khai"],
  "field-declared": ["Declared", "声明", "Khai"],
  "field-explain": ["Compare all rules", "比较各种规则", "So các bộ luật"],
  "field-play": ["Play", "出的牌", "Bài ra"],
  "field-bonus": ["Bonus claimed", "声明的加分", "Thưởng khai"],
  "field-name": ["Name", "名字", "Tên"],
  "field-hand": ["Hand", "手牌", "Bài"],
  "field-groups": ["Groups", "各组", "Các phần"],
  "field-money": ["Money", "本金", "Tiền"],
  "field-stake": ["Stake", "底注", "Tiền cược"],
  "field-banker": ["Banker", "庄家", "Nhà cái"],
  "field-winner": ["Winner", "赢家", "Người tới"],
  "field-discarder": ["Who discarded the last card", "点炮者", "Người bỏ lá cuối"],
  "field-false_claim": ["Who claimed falsely", "诈和者", "Người báo sai"],
  "field-points": ["Points", "分数", "Điểm"],
  "field-minimum_points": ["Least points to win", "和牌最低分", "Điểm tối thiểu để tới"],
  "field-false_claim_penalty": ["Penalty for a false claim", "诈和罚分", "Phạt báo sai"],
  "field-lock_dealt": ["Dealt sets can't be split", "发到的不能拆", "Không xé bộ được chia"],
  "field-payment": ["Who pays", "谁付", "Ai trả"],
  "field-row": ["A row won", "赢一墩", "Thắng một chi"],
  "field-majority": ["Most rows won, extra", "多数墩加分", "Thưởng đa số chi"],
  "field-scoop": ["All rows won", "全胜", "Thắng cả"],
  "field-foul": ["A foul", "犯规", "Phạm lỗi"],
  "field-bonuses": ["Bonuses", "加分", "Thưởng"],
  "field-naturals": ["Automatic wins", "直接赢的牌", "Thắng trắng"],
  "field-royalties": ["Royalties", "奖励分", "Điểm thưởng"],
  "field-commission": ["Commission", "抽水", "Tiền xâu"],
  "field-joker": ["Joker", "王", "Phăng teo"],
  "field-shot": ["A shot multiplies by", "打枪倍数", "Bắn súng nhân"],
  "field-home_run": ["A home run multiplies by", "全垒打倍数", "Bắn sập làng nhân"],
  "field-bonus_mode": ["A bonus is", "加分方式", "Thưởng được"],
  "field-front_trips_factor": ["Three of a kind in front, times", "头墩三条倍数", "Sám chi trước nhân"],
  "field-majority_on_ties": ["The extra needs", "多数墩的条件", "Điều kiện đa số"],
  "field-wheel": ["A-2-3-4-5 is", "A2345 算", "A-2-3-4-5 là"],
  "field-special_totals": ["Combinations counted in", "特别牌型的计法", "Cách tính bộ đặc biệt"],
  "field-special_cap": ["Most cards of a combination", "特别牌型上限", "Giới hạn bộ đặc biệt"],
  "field-last_round": ["Last round", "末轮", "Vòng cuối"],
  "field-starting_bonus": ["Starting bonus", "起手加分", "Thưởng đầu ván"],
  "field-tie_break": ["Equal points compare by", "同点时比", "Bằng điểm thì so"],
  "field-pair_ace": ["A pair of aces is", "一对 A 为", "Đôi át là"],
  "field-quads_outright": ["Four of a kind beats all", "四张同点通吃", "Tứ quý thắng hết"],
  "field-two_pairs_outright": ["Two pairs beat all else", "两对胜其余", "Hai đôi thắng phần còn lại"],
  "field-banker_wins_ties": ["The banker wins ties", "和局庄家赢", "Hòa thì nhà cái thắng"],
  "field-double_with_quad": ["A quad doubles", "有四张加倍", "Có quằn thì gấp đôi"],
  "field-break_triplet_for_win": ["The winning card may break a triplet", "和牌可拆三张", "Được xé bộ ba để tới"],
  "field-royal-flush": ["Royal flush", "皇家同花顺", "Sảnh rồng"],
  "field-dragon": ["Dragon", "一条龙", "Sảnh rồng 13 lá"],
  "field-six-pairs": ["Six pairs", "六对半", "Lục phé bôn"],
  "field-three-flushes": ["Three flushes", "三同花", "Ba thùng"],
  "field-three-straights": ["Three straights", "三顺子", "Ba sảnh"],
  "choice-add": ["added", "另加", "cộng thêm"],
  "choice-replace": ["instead of the row's points", "代替墩分", "thay điểm chi"],
  "choice-two-rows": ["two rows won", "赢两墩", "thắng hai chi"],
  "choice-net-rows": ["more rows won than lost", "赢多于输", "thắng nhiều hơn thua"],
  "choice-low": ["lowest", "最小", "thấp nhất"],
  "choice-high": ["highest", "最大", "cao nhất"],
  "choice-second": ["second highest", "第二大", "cao thứ hai"],
  "choice-cards": ["the higher card", "较大的牌", "lá cao hơn"],
  "choice-ace-low": ["the higher card, ace low", "较大的牌，A 最小", "lá cao hơn, át thấp"],
  "choice-points-only": ["nothing", "不再比", "không so nữa"],
  "choice-winner-takes": ["all pay the winner", "三家付赢家", "mọi người trả người tới"],
  "choice-winner-and-differences": ["all pay the winner and differences", "付赢家，并互付差额", "trả người tới và chênh lệch"],
  "choice-discarder-pays": ["the discarder pays", "点炮者付", "người bỏ lá trả"],
  "field-front": ["Front", "前", "Trước"],
  "field-middle": ["Middle", "中", "Giữa"],
  "field-back": ["Back", "后", "Sau"],
};

let column = 0;

/** Set the language of all that follows. */
export function speak(lang) {
  column = Math.max(0, Object.keys(LANGUAGES).indexOf(lang));
}

export const language = () => Object.keys(LANGUAGES)[column];

export const known = (code) => code in WORDS;

/** A word or sentence with {data} filled in. */
export function t(code, data = {}) {
  const agreeing = (WORDS[code]?.[column] ?? code).replace(/\{(\w+):([^{}|]*)\|([^{}|]*)\}/g, (whole, name, one, several) => (String(data[name]) === "1" ? one : several));
  return agreeing.replace(/\{(\w+)\}/g, (whole, name) => data[name] ?? whole);
}

/** Of texts by language, the one in the page's. */
export const said = (texts) => texts?.[language()] ?? texts?.en ?? "";

const words = (code) => code.replaceAll(/[-_]/g, " ");

/** The name of a field: ours, else the schema's, else the code as words. */
export const label = (name, title) => (known(`field-${name}`) ? t(`field-${name}`) : sentence(/-/.test(title ?? "-") ? words(name) : title));

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();

/** A value to choose. */
export function choice(value) {
  const code = [`choice-${value}`, `field-${value}`].find(known);
  return code ? t(code) : words(String(value));
}

/** A whole number as it is, others with three places, with a true minus sign; `signed` shows a plus too. */
export function number(value, signed = false) {
  const text = Number.isInteger(value) ? value.toLocaleString(language()) : value.toFixed(3);
  return (signed && value > 0 ? "+" : "") + text.replace("-", "−");
}

/** A chance in percent. */
export function percent(value) {
  const points = value * 100;
  return `${points > 0 && points < 0.1 ? "<0.1" : points.toFixed(points >= 99.95 || points < 0.05 ? 0 : 1)} %`;
}

export const counted = (points) => t(Math.abs(points) === 1 ? "point" : "points", { points: number(points) });
