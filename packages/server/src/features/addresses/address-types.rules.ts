/** Every spelling of a type → the short one that names are stored with. */
const spellings: Readonly<Record<string, string>> = {
  респ: 'респ республика',
  край: 'край',
  обл: 'обл область',
  аобл: 'аобл',
  ао: 'ао округ',
  'р-н': 'р-н район рн',
  г: 'г гор город',
  пгт: 'пгт',
  рп: 'рп',
  п: 'п пос поселок',
  с: 'с село',
  д: 'д дер деревня',
  х: 'х хут хутор',
  'ст-ца': 'ст-ца станица',
  ст: 'ст станция',
  аул: 'аул',
  сл: 'сл слобода',
  мкр: 'мкр мкрн микрорайон',
  'кв-л': 'кв-л квартал',
  тер: 'тер территория',
  снт: 'снт',
  ул: 'ул улица',
  'пр-кт': 'пр-кт пр-т пр просп проспект пркт',
  пер: 'пер переулок',
  'б-р': 'б-р бул бульвар бр',
  пл: 'пл площадь',
  наб: 'наб набережная',
  ш: 'ш шоссе',
  'пр-д': 'пр-д проезд',
  туп: 'туп тупик',
  ал: 'ал аллея',
  линия: 'линия лин',
  тракт: 'тракт',
  дор: 'дор дорога',
  спуск: 'спуск',
  съезд: 'съезд',
  просека: 'просека просек',
  магистраль: 'магистраль',
}
const bySpelling = new Map(
  Object.entries(spellings).flatMap(([short, list]) => list.split(' ').map((word) => [word, short] as const)),
)

const places = new Set('респ край обл аобл ао р-н г пгт рп п с д х ст-ца ст аул сл'.split(' '))

/** The type that a word means: «проспект» and «пр-т» are «пр-кт»; undefined for a word of a name. */
export const typeOf = (word: string): string | undefined => bySpelling.get(word.replaceAll('.', ''))

/** The stored type in the form that `typeOf` answers: «ул.» is «ул», «пр-кт.» «пр-кт». */
export const plainType = (type: string): string => {
  const text = type.toLowerCase().replaceAll('ё', 'е').replaceAll('.', '')
  return bySpelling.get(text) ?? text
}

/** Whether the type is of streets and territories: what stands inside a place. */
export const isInPlace = (type: string): boolean => !places.has(type)

/** Words that say nothing by themselves: «имени», «дом» of a street's name. */
export const isNoise = (word: string): boolean => ['им', 'имени', 'россия', 'рф'].includes(word)
