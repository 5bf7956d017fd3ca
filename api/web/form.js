// A form built from a JSON Schema, and what is filled in read back as the smallest value that says it.
import { h } from "./dom.js";

/** The schema itself, behind references and "or null". */
export function plain(schema, defs) {
  const there = schema.$ref ? defs[schema.$ref.split("/").pop()] : schema;
  const some = there.anyOf?.filter((one) => one.type !== "null");
  if (!some || isCards(there)) return there;
  return some.length === 1 ? { ...plain(some[0], defs), title: there.title } : there;
}

/** Cards are a text in the game's notation or a list of cards. */
export const isCards = (schema) => Boolean(schema.anyOf?.some((one) => one.type === "string") && schema.anyOf.some((one) => one.type === "array"));

const isGroups = (schema, defs) => {
  if (schema.type !== "array" || !schema.items) return false;
  const item = plain(schema.items, defs);
  return item.type === "object" && "cards" in (item.properties ?? {}) && !("source" in item.properties);
};

const choices = (schema) => schema.enum ?? ("const" in schema ? [schema.const] : null);

/**
 * The form of an object's fields. `value` fills it in, `skip` are names to leave out; `changed` is called with the value after each change.
 * words: `label(name, title)`, `choice(value)`, `word(code)`, `slot(name)`.
 */
export class Form {
  constructor(schema, { value = {}, skip = [], words, prefix = "f", changed = () => {} }) {
    Object.assign(this, { defs: schema.$defs ?? {}, words, prefix });
    this.fields = this.properties(schema, value, skip, prefix);
    this.node = h("div", { className: "form", onchange: () => changed(this.read()) }, this.fields.map((field) => field.node));
  }

  get empty() {
    return this.fields.length === 0;
  }

  read() {
    return collect(this.fields);
  }

  properties(schema, value, skip, path) {
    return Object.entries(schema.properties ?? {}).filter(([name]) => !skip.includes(name)).map(([name, field]) => {
      const made = this.field(plain(field, this.defs), value?.[name] ?? field.default, `${path}-${name}`, this.words.label(name, field.title), schema.required?.includes(name));
      const hint = this.words.hint?.(name);
      if (hint) made.node.title = hint;
      return { name, ...made };
    });
  }

  field(schema, value, id, label, required) {
    const options = choices(schema);
    if (options) return this.choice(options, value, id, label, required);
    if (isCards(schema)) return this.text(Array.isArray(value) ? value.join(" ") : value ?? "", id, label, { className: "notation", spellcheck: false, autocapitalize: "off", autocomplete: "off" });
    if (isGroups(schema, this.defs)) return this.groups(plain(schema.items, this.defs), value ?? [], id, label);
    if (schema.type === "boolean") return this.flag(value, id, label);
    if (schema.type === "integer" || schema.type === "number") return this.number(schema, value, id, label);
    if (schema.type === "array") return this.list(schema, value ?? [], id, label);
    if (schema.type === "object") return this.object(schema, value, id, label);
    return this.text(value ?? "", id, label, { autocomplete: "off" });
  }

  labelled(id, label, control) {
    return h("div", { className: "field" }, h("label", { htmlFor: id }, label), control);
  }

  text(value, id, label, properties) {
    const control = h("input", { type: "text", id, value, ...properties });
    return { node: this.labelled(id, label, control), read: () => control.value.trim() || undefined };
  }

  number(schema, value, id, label) {
    const control = h("input", { type: "number", id, value: value ?? "", min: schema.minimum, max: schema.maximum, step: schema.type === "integer" ? 1 : "any" });
    return { node: this.labelled(id, label, control), read: () => (control.value === "" || !Number.isFinite(control.valueAsNumber) ? undefined : control.valueAsNumber) };
  }

  flag(value, id, label) {
    const control = h("input", { type: "checkbox", id, checked: Boolean(value) });
    return { node: h("div", { className: "field flag" }, control, h("label", { htmlFor: id }, label)), read: () => control.checked };
  }

  choice(options, value, id, label, required) {
    const control = h("select", { id }, required ? null : h("option", { value: "" }, "–"),
      options.map((option) => h("option", { value: option, selected: option === value }, this.words.choice(option))));
    return { node: this.labelled(id, label, control), read: () => control.value || undefined };
  }

  object(schema, value, id, label) {
    const fields = this.properties(schema, value, [], id);
    const read = () => {
      const found = collect(fields);
      return Object.keys(found).length && (schema.required ?? []).every((name) => name in found) ? found : undefined;
    };
    // What is long opens on demand; so does a player, under the own name.
    if ("name" in (schema.properties ?? {})) {
      const title = () => [label, read()?.name ?? value?.name].filter(Boolean).join(": ");
      const summary = h("summary", {}, title());
      const node = h("details", { className: "object", open: !value, onchange: () => { summary.textContent = title(); } }, summary, h("div", { className: "fields" }, fields.map((field) => field.node)));
      return { node, read };
    }
    const long = fields.length > 6 || Object.values(schema.properties ?? {}).some((one) => plain(one, this.defs).type === "object");
    const inner = h("div", { className: "fields" }, fields.map((field) => field.node));
    return { node: long && fields.length > 1 ? h("details", { className: "object" }, h("summary", {}, label), inner) : h("fieldset", { className: "object" }, h("legend", {}, label), inner), read };
  }

  /** Groups of cards: a line for each slot where the game has slots, else a line for each group. */
  groups(item, value, id, label) {
    const slots = choices(plain(item.properties.slot ?? {}, this.defs));
    const written = (group) => (Array.isArray(group.cards) ? group.cards.join(" ") : group.cards ?? "");
    if (slots?.length) {
      const rows = slots.map((slot) => ({ name: slot, ...this.text(written(value.find((group) => group.slot === slot) ?? {}), `${id}-${slot}`, this.words.slot(slot), { className: "notation", spellcheck: false, autocomplete: "off" }) }));
      return {
        node: h("fieldset", { className: "object" }, h("legend", {}, label), rows.map((row) => row.node)),
        read: () => rows.flatMap((row) => (row.read() ? [{ slot: row.name, cards: row.read() }] : [])),
      };
    }
    const control = h("textarea", { id, className: "notation", rows: 3, spellcheck: false, value: value.map(written).join("\n") });
    return {
      node: h("div", { className: "field wide" }, h("label", { htmlFor: id }, `${label} (${this.words.word("line-each")})`), control),
      read: () => {
        const groups = control.value.split(/\n|\//).map((line) => line.trim()).filter(Boolean).map((cards) => ({ cards }));
        return groups.length ? groups : undefined;
      },
    };
  }

  /** A list: of choices as boxes to tick, of a fixed length as so many fields, else with buttons to add and remove. */
  list(schema, value, id, label) {
    const item = plain(schema.items ?? {}, this.defs);
    const options = choices(item);
    if (options && !schema.minItems) {
      const boxes = options.map((option) => ({ option, ...this.flag(value.includes(option), `${id}-${option}`, this.words.choice(option)) }));
      const read = () => {
        const ticked = boxes.filter((box) => box.read()).map((box) => box.option);
        return ticked.length ? ticked : undefined;
      };
      return { node: h("fieldset", { className: "ticks" }, h("legend", {}, label), boxes.map((box) => box.node)), read };
    }
    const fixed = schema.minItems && schema.minItems === schema.maxItems;
    const least = schema.minItems ?? 0;
    const place = h("div", { className: "items" });
    const items = [];
    let count = 0;
    const add = (one) => {
      count += 1;
      const entry = this.field(item, one, `${id}-${count}`, `${item.title ? this.words.label(item.title.toLowerCase(), label) : label} ${count}`, false);
      entry.node = h("div", { className: "item" }, entry.node, fixed ? null : h("button", {
        type: "button", className: "quiet small", onclick: (event) => {
          if (items.length <= least) return;
          const form = event.target.closest(".form");
          items.splice(items.indexOf(entry), 1);
          entry.node.remove();
          form?.dispatchEvent(new Event("change"));
        },
      }, this.words.word("remove")));
      items.push(entry);
      place.append(entry.node);
    };
    for (let index = 0; index < Math.max(least, value.length); index += 1) add(value[index]);
    const more = fixed ? null : h("button", { type: "button", className: "quiet small", onclick: () => { if (items.length < (schema.maxItems ?? 99)) add(undefined); } }, `${this.words.word("add")}: ${label}`);
    const read = () => {
      const found = items.map((entry) => entry.read()).filter((one) => one !== undefined);
      return found.length ? found : undefined;
    };
    return { node: h("fieldset", { className: "list" }, h("legend", {}, label), place, more), read };
  }
}

function collect(fields) {
  return Object.fromEntries(fields.map(({ name, read }) => [name, read()]).filter(([, value]) => value !== undefined));
}

/** What differs between two plain values, key by key; undefined where nothing does. */
export function difference(value, base) {
  if (value && typeof value === "object" && !Array.isArray(value)) {
    const found = Object.entries(value).map(([key, one]) => [key, difference(one, base?.[key])]).filter(([, one]) => one !== undefined);
    return found.length ? Object.fromEntries(found) : undefined;
  }
  const same = value === base || (base === undefined && (value === 0 || value === false)) || JSON.stringify(value) === JSON.stringify(base);
  return same ? undefined : value;
}
