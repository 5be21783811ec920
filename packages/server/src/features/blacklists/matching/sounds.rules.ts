/** What a letter is heard as: voiced as unvoiced, unstressed vowels as one of three. */
const heard: Readonly<Record<string, string>> = {
  о: 'а',
  е: 'и',
  э: 'и',
  ы: 'и',
  й: 'и',
  я: 'и',
  ю: 'у',
  б: 'п',
  в: 'ф',
  г: 'к',
  д: 'т',
  ж: 'ш',
  з: 'с',
  щ: 'ш',
  ъ: '',
  ь: '',
}
/** At the beginning of a word a vowel is heard as it is written, but «о» without stress. */
const heardFirst: Readonly<Record<string, string>> = {
  ...heard,
  е: 'э',
  э: 'э',
  я: 'я',
  ы: 'ы',
  й: 'й',
  ю: 'ю',
}

const single = (text: string): string => text.replace(/(.)\1+/gu, '$1')

/** A Cyrillic word as it is heard: «Аддрей» and «Андрей» differ, «Геннадий» and «Генадий», «Костров» and «Кастроф» do not. */
export const soundOf = (word: string): string =>
  single(
    Array.from(single(word), (letter, at) => (at === 0 ? heardFirst : heard)[letter] ?? letter)
      .join('')
      .replaceAll('тс', 'ц')
      .replaceAll('стн', 'сн')
      .replaceAll('стл', 'сл'),
  )

/** Consonants by what all spellings of all generations make of them; vowels are dropped, the first one leaves its place. */
const cyrillicBones: Readonly<Record<string, string>> = {
  б: 'P',
  п: 'P',
  в: 'F',
  ф: 'F',
  г: 'K',
  к: 'K',
  х: 'K',
  д: 'T',
  т: 'T',
  ж: 'J',
  ш: 'J',
  щ: 'J',
  ч: 'J',
  ц: 'S',
  з: 'S',
  с: 'S',
  л: 'L',
  м: 'M',
  н: 'N',
  р: 'R',
}
const latinBones: Readonly<Record<string, string>> = {
  b: 'P',
  p: 'P',
  v: 'F',
  w: 'F',
  f: 'F',
  g: 'K',
  k: 'K',
  q: 'K',
  h: 'K',
  c: 'S',
  x: 'KS',
  d: 'T',
  t: 'T',
  j: 'J',
  z: 'S',
  s: 'S',
  l: 'L',
  m: 'M',
  n: 'N',
  r: 'R',
}

/** Several Latin letters that stand for one sound; the longest first. */
const latinSounds: readonly (readonly [RegExp, string])[] = [
  [/chtch|shch|sch|tch|dzh|dj|zh|ch|sh/g, 'j'],
  [/kh|gh/g, 'h'],
  [/t[sc]|tz/g, 's'],
  [/ck/g, 'k'],
  [/ph/g, 'f'],
  // «Sergej», «Andrej»: the last letter is a vowel there.
  [/(?<=[aeiouy])j$/, 'y'],
]

/**
 * The consonants of a word, the same for its Cyrillic and every Latin spelling, for doubled letters, lost signs and other
 * vowels: a key by which alike words are looked up. Coarse on purpose; whether words agree is not decided by it.
 */
export function bonesOf(word: string): string {
  const isLatin = /[a-z]/.test(word)
  const sounds = isLatin
    ? latinSounds.reduce((text, [from, to]) => text.replace(from, to), word)
    : word
        .replaceAll(/[тд][чжшщ]/g, 'ч')
        .replaceAll('шч', 'щ')
        .replaceAll(/[тд]ц|[тд]с/g, 'ц')
  const table = isLatin ? latinBones : cyrillicBones
  const bones = single(Array.from(sounds, (letter) => table[letter] ?? '').join(''))
  const startsWithVowel = /^[aeiouyаеиоуыэюяй]/.test(sounds)
  return startsWithVowel ? `A${bones}` : bones
}
