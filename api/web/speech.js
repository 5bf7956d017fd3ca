// Words and numbers in one of three languages.

export const LANGUAGES = { en: "English", zh: "中文", vi: "Tiếng Việt" };

const spaced = (code) => String(code).replaceAll(/[-_]/g, " ");

/** Speaks one language. `words` maps a code to its texts in the order of LANGUAGES. */
export class Speech {
  constructor(lang, words) {
    this.lang = lang in LANGUAGES ? lang : "en";
    this.column = Object.keys(LANGUAGES).indexOf(this.lang);
    this.words = words;
  }

  known(code) {
    return code in this.words;
  }

  /** A word or sentence with {data} filled in; of {count:card|cards} the first where the count is 1. */
  t(code, data = {}) {
    const agreeing = (this.words[code]?.[this.column] ?? code).replace(/\{(\w+):([^{}|]*)\|([^{}|]*)\}/g, (whole, name, one, several) =>
      String(data[name]) === "1" ? one : several,
    );
    return agreeing.replace(/\{(\w+)\}/g, (whole, name) => data[name] ?? whole);
  }

  /** Of texts by language, the one in ours. */
  said(texts) {
    return texts?.[this.lang] ?? texts?.en ?? "";
  }

  /** A value to choose. */
  choice(value) {
    const code = [`choice-${value}`, `field-${value}`].find((one) => this.known(one));
    return code ? this.t(code) : spaced(value);
  }

  /** The name of a field: ours, else the schema's, else the code as words. */
  label(name, title) {
    if (this.known(`field-${name}`)) return this.t(`field-${name}`);
    const text = /-/.test(title ?? "-") ? spaced(name) : title;
    return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
  }

  /** A whole number as it is, others with three places, with a true minus sign; `signed` shows a plus too. */
  number(value, signed = false) {
    const text = Number.isInteger(value) ? value.toLocaleString(this.lang) : value.toFixed(3);
    return (signed && value > 0 ? "+" : "") + text.replace("-", "−");
  }

  /** A chance in percent. */
  percent(value) {
    const points = value * 100;
    return `${points > 0 && points < 0.1 ? "<0.1" : points.toFixed(points >= 99.95 || points < 0.05 ? 0 : 1)} %`;
  }

  counted(points) {
    return this.t(Math.abs(points) === 1 ? "point" : "points", { points: this.number(points) });
  }
}
