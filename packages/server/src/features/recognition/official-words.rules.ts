import { cyrillic, distance } from './text.rules.ts'

/** Words that names of offices and places are made of. */
const words =
  'ОТДЕЛ ОТДЕЛА ОТДЕЛОМ ОТДЕЛЕНИЕ ОТДЕЛЕНИЕМ ОТДЕЛЕНИЯ УПРАВЛЕНИЕ УПРАВЛЕНИЕМ УПРАВЛЕНИЯ ВНУТРЕННИХ МИГРАЦИОННОЙ СЛУЖБЫ ФЕДЕРАЛЬНОЙ ГЛАВНОЕ ГЛАВНЫМ РОССИИ ОБЛАСТИ ОБЛАСТЬ РАЙОНА РАЙОНЕ РАЙОНУ РАЙОН ГОРОДА ГОРОДУ ГОРОДЕ ГОРОД РЕСПУБЛИКИ РЕСПУБЛИКЕ РЕСПУБЛИКА ОКРУГА ОКРУГУ ОКРУГ ПОСЕЛОК СТАНИЦА ДЕРЕВНЯ МОСКВЕ МОСКВЫ МОСКВА МИЛИЦИИ ПОЛИЦИИ ПАСПОРТНО ВИЗОВОЙ ВОПРОСАМ МИГРАЦИИ'.split(
    ' ',
  )
const known = new Set(words)

/** Shortenings that always end with a dot. */
const shortened = new Set(['ГОР', 'ОБЛ', 'ПОС', 'ДЕР', 'СТ', 'РЕСП', 'ПГТ'])

/** Latin letters and digits inside a Cyrillic word are misread Cyrillic ones. */
const letters = (read: string) =>
  /[А-ЯЁ]/i.test(read) && !/^[№\d.-]+$/.test(read) ? cyrillic(read) : read.toUpperCase()

/** A word of an office or a place, with a misread letter put right where only one word of that language is meant. */
export function officialWord(read: string): string {
  const word = letters(read)
  if (known.has(word)) return word
  if (shortened.has(word)) return `${word}.`
  if (word.length >= 5) {
    const near = words.filter((one) => Math.abs(one.length - word.length) <= 1 && distance(one, word) === 1)
    if (near.length === 1 && near[0] !== undefined) return near[0]
  }
  // Adjectives of regions: the dash over the last letter is the first thing to fade.
  return word.replace(/(СК|ЦК)ОИ$/, '$1ОЙ')
}
