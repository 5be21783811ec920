/** A type of documents as a guess knows it. */
export interface GuessedType {
  readonly code: string
  readonly name: string
}

/** A file of which the type is not known yet. */
export interface UnknownFile {
  /** As the person's computer calls it. */
  readonly name: string
  /** The beginning of what is written in it, where it has letters at all. */
  readonly text?: string
}

/**
 * What people call documents, from the narrow to the wide: what a rule has read the next ones do not see.
 * A word of up to four letters is whole, a longer one is a beginning. Without a type: a document that only resembles another.
 */
const names: readonly (readonly [code: string | null, ...words: readonly string[]])[] = [
  [null, 'загранпаспорт', 'загран', 'паспорт сделки', 'паспорт транспорт', 'passport foreign'],
  ['SELLER_PASSPORT', 'паспорт продавц', 'продавец паспорт', 'passport seller'],
  ['TECH_PASSPORT', 'техпаспорт', 'технический паспорт', 'тех паспорт'],
  ['CADASTRAL_PASSPORT', 'кадастровый паспорт'],
  ['PASSPORT_FOREIGN', 'паспорт иностран'],
  ['SPOUSE_CONSENT_PLEDGE', 'согласие супруг залог', 'согласие супруг на залог'],
  [
    'SPOUSE_CONSENT_SELLER',
    'согласие супруг продав',
    'согласие супруги продавца',
    'согласие супруга продавца',
  ],
  ['CONSENT_BKI', 'согласие бки', 'согласие на бки', 'согласие кредитн', 'согласие на запрос кредит'],
  ['CONSENT_PFR', 'согласие сфр', 'согласие пфр', 'согласие на запрос сведений сфр'],
  [
    'CONSENT_PD',
    'согласие пд',
    'согласие пдн',
    'согласие персональн',
    'согласие на обработк',
    'согласие на перс',
    'опд',
  ],
  ['NDFL2', '2 ндфл', 'справка о доходах и суммах', '2 ndfl'],
  ['NDFL3', '3 ндфл', '3 ndfl'],
  ['INCOME_BANK_FORM', 'по форме банка', 'справка форма банка'],
  ['SELF_EMPLOYED_CERT', 'самозанят', '1122036', 'налог на проф', 'нпд'],
  ['PENSION_CERT', 'справка о пенсии', 'справка пенси', 'пенсия'],
  ['PFR_STATEMENT', 'илс', 'сзи илс', 'выписка сфр', 'выписка пфр', 'выписка из сфр', 'выписка из пфр'],
  ['STD_R', 'стд', 'стд р', 'стд пфр', 'стд сфр', 'электронная трудовая', 'этк'],
  ['LABOR_CONTRACT', 'трудовой договор'],
  ['LABOR_BOOK', 'трудовая', 'трудовой книжк', 'трудовую', 'копия трудов', 'trudovaya'],
  ['EMPLOYER_CERT', 'справка с работы', 'справка с места работ', 'справка с места служб'],
  ['MARRIAGE_CONTRACT', 'брачный договор', 'брачный контракт'],
  ['DIVORCE_CERT', 'развод', 'расторжени брака', 'расторжении брака', 'расторжение брака', 'о разводе'],
  ['MARRIAGE_CERT', 'заключении брака', 'заключение брака', 'о браке', 'брак', 'брака'],
  ['BIRTH_CERT', 'рождени', 'св во о рожд'],
  ['DEATH_CERT', 'о смерти', 'смерть'],
  ['NAME_CHANGE_CERT', 'перемене имени', 'перемена имени', 'смена фамилии', 'перемене фамил'],
  ['MILITARY_ID', 'военный билет', 'военник', 'приписное'],
  ['TEMP_REGISTRATION', 'временная регистрац', 'месту пребыван'],
  ['DKP_PRELIM', 'предварительный договор купли', 'предварительный договор', 'предварительный дкп', 'пдкп'],
  ['DKP', 'дкп', 'договор купли', 'купли продаж', 'dkp'],
  ['ASSIGNMENT', 'уступк', 'цессия', 'цессии'],
  ['DDU', 'дду', 'долевого участия', 'долевом строит', 'ddu'],
  ['ACT_TRANSFER', 'акт приема'],
  ['EGRN_TRANSFER', 'егрн о переходе', 'переходе прав'],
  ['EGRN_EXTRACT', 'егрн', 'выписка росреестр', 'egrn'],
  ['APPRAISAL_REPORT', 'отчет об оценк', 'отчет оценк', 'оценка квартир', 'оценка'],
  ['HOUSE_BOOK', 'домовой книги', 'домовая книга', 'справка о зарегистрир', 'форма 9'],
  ['POLICY_LIFE', 'полис жизн', 'страхование жизн', 'личного страхован'],
  ['POLICY_PROPERTY', 'полис имуществ', 'страхование имуществ', 'страхования имуществ', 'полис квартир'],
  ['MSK_CERT', 'сертификат мск', 'маткапитал', 'материнский капитал', 'материнского капитала'],
  ['DOWN_PAYMENT_CONFIRM', 'первоначальный взнос', 'первоначального взноса', 'пв'],
  ['ACCOUNT_STATEMENT', 'выписка по счету', 'выписка со счета', 'выписка счет', 'выписка по карт'],
  ['DEBT_CERT', 'остаток задолж', 'остатке задолж', 'остаток по кредит'],
  ['ASSET_CAR', 'птс', 'стс'],
  ['PROCURACY', 'доверенност'],
  ['APP_FULL', 'заявление анкета', 'анкета'],
  ['SNILS', 'снилс', 'snils'],
  ['INN', 'инн', 'inn'],
  ['PASSPORT_RF', 'паспорт', 'passport', 'pasport', 'прописка'],
]

/** How the first lines of documents begin, as they are printed; the one that stands first counts. */
const headings: readonly (readonly [code: string, heading: string])[] = [
  ['NDFL2', 'справка о доходах и суммах налога физического лица'],
  ['SELF_EMPLOYED_CERT', 'справка о состоянии расчетов доходах по налогу на профессиональный доход'],
  ['NDFL3', 'налоговая декларация по налогу на доходы физических лиц'],
  ['STD_R', 'сведения о трудовой деятельности'],
  ['PFR_STATEMENT', 'сведения о состоянии индивидуального лицевого счета'],
  ['EGRN_TRANSFER', 'выписка из единого государственного реестра недвижимости о переходе прав'],
  ['EGRN_EXTRACT', 'выписка из единого государственного реестра недвижимости'],
  ['DKP_PRELIM', 'предварительный договор купли продажи'],
  ['DKP', 'договор купли продажи'],
  ['DDU', 'договор участия в долевом строительстве'],
  ['ASSIGNMENT', 'договор уступки прав'],
  ['LABOR_CONTRACT', 'трудовой договор'],
  ['MARRIAGE_CONTRACT', 'брачный договор'],
  ['APPRAISAL_REPORT', 'отчет об оценке'],
  ['CREDIT_REPORT', 'кредитный отчет'],
  ['ACCOUNT_STATEMENT', 'выписка по счету'],
  ['CONSENT_PD', 'согласие на обработку персональных данных'],
  ['CONSENT_BKI', 'согласие на получение кредитного отчета'],
  ['PROCURACY', 'доверенность'],
]
/** Letters of a file in which its heading is looked for. */
export const headingLetters = 800

/** Words alone, letters apart from digits; a Mac writes «й» as two signs. */
const wordsOf = (text: string): string =>
  ` ${text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/(\p{L})(?=\d)|(\d)(?=\p{L})/gu, '$1$2 ')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()} `

const wholeWord = 4
const patternOf = (words: string): RegExp => {
  const parts = words.split(' ').map((word) => (word.length > wholeWord ? `${word}\\p{L}*` : word))
  return new RegExp(` ${parts.join(' ')}(?= )`, 'gu')
}
const patterns = names.map(([code, ...words]) => ({ code, patterns: words.map(patternOf) }))

/** Codes that the words of a name speak of. */
function spokenOf(name: string): Set<string> {
  const spoken = new Set<string>()
  let rest = wordsOf(name)
  for (const { code, patterns: ways } of patterns)
    for (const way of ways) {
      const left = rest.replace(way, ' ·')
      if (left !== rest && code !== null) spoken.add(code)
      rest = left
    }
  return spoken
}

/** The only type whose own name stands in the file's one, the longest first. */
function namedOf(name: string, types: readonly GuessedType[]): string | null {
  const words = wordsOf(name)
  const found = types
    .map((type) => ({ code: type.code, title: wordsOf(type.name.replace(/\([^()]*\)/g, '')) }))
    .filter(({ title }) => title.length > wholeWord + 2 && words.includes(title))
    .sort((a, b) => b.title.length - a.title.length)
  return found[0]?.code ?? null
}

function headedOf(text: string): string | null {
  const words = wordsOf(text.slice(0, headingLetters))
  const found = headings
    .map(([code, heading]) => ({ code, at: words.indexOf(` ${heading}`), length: heading.length }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.length - a.length)
  return found[0]?.code ?? null
}

const withoutExtension = (name: string) => name.replace(/\.[^.\s]{1,5}$/, '')

/** What a file most likely is: by its name, and where that says nothing by its text; null: a person has to say. */
export function guessDocumentType(
  { name, text = '' }: UnknownFile,
  types: readonly GuessedType[],
): string | null {
  const allowed = (code: string | null) => (types.some((type) => type.code === code) ? code : null)
  const own = withoutExtension(name)
  const named = namedOf(own, types)
  if (named !== null) return named
  const spoken = [...spokenOf(own)]
  const [only] = spoken
  // Two documents in one name are a question: «паспорт и снилс.pdf».
  if (spoken.length > 0) return spoken.length === 1 ? allowed(only ?? null) : null
  return allowed(headedOf(text))
}
