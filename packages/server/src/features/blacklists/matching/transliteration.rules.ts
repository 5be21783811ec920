/** How a Cyrillic name was written in Latin letters in one generation of papers. */
type Generation = Readonly<Record<string, string>>

const common: Generation = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'iu',
  я: 'ia',
}

/** Приказ МВД № 889 of 2019 and МИД № 4271 of 2016: ICAO Doc 9303, as passports are written since 2014. */
const icao: Generation = { ...common, ъ: 'ie' }
/** ГОСТ Р 52535.1-2006: passports of 2010–2013. */
const gost: Generation = { ...common, ц: 'tc' }
/** Приказ МВД № 310 of 1997: passports before 2010. */
const ministry: Generation = { ...common, й: 'y', ю: 'yu', я: 'ya' }
/** Bank cards and tickets. */
const simple: Generation = { ...ministry, х: 'h', ц: 'c' }
/** Soviet passports and those of the nineties: the French manner. */
const french: Generation = {
  ...common,
  ж: 'j',
  у: 'ou',
  х: 'kh',
  ч: 'tch',
  ш: 'ch',
  щ: 'chtch',
  ю: 'iou',
}

const vowels = 'аеиоуыэюя'

/** «е» at the beginning, after a vowel and after a sign is «ye» in the rules of 1997. */
const softened = (word: string): string =>
  Array.from(word, (letter, at) => {
    const before = word[at - 1]
    const isYe = letter === 'е' && (before === undefined || `${vowels}ьъ`.includes(before))
    return isYe ? 'ye' : (ministry[letter] ?? letter)
  }).join('')

const spell = (generation: Generation, word: string): string =>
  Array.from(word, (letter) => generation[letter] ?? letter).join('')

/** Spellings of a Cyrillic word (small letters, «е» for «ё») in Latin letters, those of today first; no two are alike. */
export function latinSpellings(word: string): string[] {
  const today = spell(icao, word)
  const ways = [
    today,
    spell(gost, word),
    spell(ministry, word),
    softened(word),
    spell(simple, word),
    spell(french, word),
  ]
  // «-ий» and «-ый» are often written with one letter: «Dmitry», «Bely».
  const short = /[иы]й$/.test(word) ? [`${spell(ministry, word.slice(0, -2))}y`] : []
  // The French manner keeps the sound of «с» between vowels, of «-ов» and of «-ин».
  const manner = spell(french, word)
  const turned = [
    manner.replace(/(?<=[aeiouy])s(?=[aeiouy])/g, 'ss'),
    manner.replace(/ov$/, 'off'),
    `${manner}e`,
  ]
  const isIn = word.endsWith('ин')
  return [...new Set([...ways, ...short, ...turned.slice(0, isIn ? 3 : 2)])]
}
