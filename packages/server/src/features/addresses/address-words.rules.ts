/** «1-я», «22-го»: the number alone is the word. */
const ordinal = /(\d)[ -]*(?:ый|ий|ая|яя|ое|ой|го|ого|му|ому|ти|й|я|е)(?![0-9a-zа-я])/g

/** Lower case, «е» for «ё»: as names are compared. */
export const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')

/** Words of a name as the search knows them: the same as `address_words` of the database. */
export const wordsOf = (text: string): string[] =>
  plain(text)
    .replace(ordinal, '$1 ')
    .split(/[^0-9a-zа-я]+/)
    .filter((word) => word !== '')

const latin = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"
const cyrillic = 'йцукенгшщзхъфывапролджэячсмитьбюе'

/** What was typed with the Latin layout switched on: «rfpfym» is «казань»; null when there are Cyrillic letters. */
export function fromLatinLayout(text: string): string | null {
  const lower = text.toLowerCase()
  if (/[а-яё]/.test(lower) || !/[a-z]/.test(lower)) return null
  return Array.from(lower, (letter) => cyrillic[latin.indexOf(letter)] ?? letter).join('')
}

/** Names that people use and the register does not. */
const synonyms: Readonly<Record<string, string>> = {
  спб: 'санкт петербург',
  питер: 'санкт петербург',
  мск: 'москва',
  екб: 'екатеринбург',
  нск: 'новосибирск',
  нн: 'нижний новгород',
  мо: 'московская',
  ло: 'ленинградская',
  хмао: 'ханты мансийский',
  янао: 'ямало ненецкий',
  днр: 'донецкая народная',
  лнр: 'луганская народная',
}

/** The word in the register's own words. */
export const withoutSynonyms = (word: string): string[] =>
  (Object.hasOwn(synonyms, word) ? synonyms[word] : word)?.split(' ') ?? []
