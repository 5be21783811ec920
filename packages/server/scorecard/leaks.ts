/** Traces of the inside that no answer may carry: stacks, paths of source files, PostgreSQL's own words, SQL. */
const inside: [name: string, pattern: RegExp][] = [
  ['стек', /\n?\s+at .{1,200}:\d+:\d+/],
  ['путь исходника', /(node_modules\/|\/src\/[\w/-]+\.ts)/],
  [
    'текст PostgreSQL',
    /(syntax error at or near|invalid byte sequence|violates .{1,40} constraint|relation ".{1,60}" does not exist|out of range for type|duplicate key value)/i,
  ],
  ['SQL', /\b(select\s.{1,200}\sfrom\s|insert into\s|update\s"?\w+"?\sset\s|delete from\s)/i],
]

/** What of the inside the text shows; null when nothing. */
export const showsInside = (text: string): string | null =>
  inside.find(([, pattern]) => pattern.test(text.slice(0, 20_000)))?.[0] ?? null

/** Why an answer to bad input is wrong; null when it is in order. Texts of lists and names are not searched for SQL. */
export function judgeAnswer(status: number, text: string): string | null {
  if (status >= 500) return `ответ ${status}: ${text.slice(0, 160)}`
  if (status < 400) return null
  const shown = showsInside(text)
  return shown === null ? null : `в ответе ${status} виден ${shown}: ${text.slice(0, 160)}`
}
