import sax from 'sax'

/** Somebody of the authority's list. */
export interface Listed {
  readonly line: number
  readonly number: string
  readonly list: 'individuals' | 'legalPersons'
  readonly data: Readonly<Record<string, unknown>>
  readonly issues: readonly string[]
}

/** The file is no list of the authority. */
export class UnreadableList extends Error {}

const limits = { depth: 40, text: 4_000 }

/** Text of the elements of one subject by the name of the innermost one, in order. */
type Texts = ReadonlyMap<string, readonly string[]>

const first = (texts: Texts, name: string): string => texts.get(name)?.[0] ?? ''
const digits = (text: string) => text.replace(/\D/g, '')

function nameOf(text: string) {
  const [lastName = '', firstName = '', ...rest] = text.trim().replace(/\s+/g, ' ').split(' ')
  return { lastName, firstName, middleName: rest.join(' ') }
}

const isDay = (text: string) => {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (match === null) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
const dayOf = (text: string): string => {
  const [, d, m, y] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text) ?? []
  return d === undefined ? text : `${y}-${m}-${d}`
}

function presentName(texts: Texts) {
  const [lastName, firstName, middleName] = ['Фамилия', 'Имя', 'Отчество'].map((name) => first(texts, name))
  return lastName ? { lastName, firstName, middleName } : nameOf(first(texts, 'ФИО'))
}

/** What is given, under the names of an entry's fields. */
const given = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== '' && value !== undefined && !isEmptyList(value)),
  )
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

function individual(texts: Texts): Pick<Listed, 'data' | 'issues'> {
  const name = presentName(texts)
  const born = dayOf(first(texts, 'ДатаРождения'))
  const isWrong = born !== '' && !isDay(born)
  const [passport, ...former] = (texts.get('Документ') ?? []).map(digits).filter((text) => text.length === 10)
  const data = {
    birthDate: isWrong ? '' : born,
    birthPlace: first(texts, 'МестоРождения'),
    inn: digits(first(texts, 'ИНН')),
    snils: digits(first(texts, 'СНИЛС')),
    passport,
    formerPassports: former.map((one) => ({ passport: one })),
    formerNames: (texts.get('ДрФИО') ?? []).map(nameOf).filter(({ lastName }) => lastName !== ''),
  }
  return {
    data: { ...name, ...given(data) },
    issues: [
      ...(name.lastName === '' ? ['Не указана фамилия'] : []),
      ...(isWrong ? [`Дата рождения «${born.slice(0, 40)}»: нужна дата ГГГГ-ММ-ДД`] : []),
    ],
  }
}

function organisation(texts: Texts): Pick<Listed, 'data' | 'issues'> {
  const fullName = first(texts, 'НаименованиеОрг')
  return {
    data: {
      fullName,
      ...(digits(first(texts, 'ИНН')) !== '' && { companyInn: digits(first(texts, 'ИНН')) }),
      ...(digits(first(texts, 'ОГРН')) !== '' && { ogrn: digits(first(texts, 'ОГРН')) }),
    },
    issues: fullName === '' ? ['Не указано наименование'] : [],
  }
}

/** Elements of which the text is kept under another name, by the element that they stand in. */
const within: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ДрФЛ: { ФИО: 'ДрФИО' },
  ЮЛ: { Наименование: 'НаименованиеОрг' },
}

function subjectOf(line: number, texts: Texts): Listed {
  const number = first(texts, 'ИдСубъекта')
  const list = texts.has('НаименованиеОрг') || texts.has('ОГРН') ? 'legalPersons' : 'individuals'
  const { data, issues } = list === 'individuals' ? individual(texts) : organisation(texts)
  return { line, number, list, data, issues: number === '' ? ['Нет ИдСубъекта', ...issues] : issues }
}

/** The list as its parts come: the reader takes what was found after each piece of the file. */
export function authorityParser() {
  const parser = sax.parser(true, { trim: true, position: true })
  const path: string[] = []
  let texts = new Map<string, string[]>()
  let text = ''
  let line = 0
  let found: Listed[] = []
  let listDate: string | null = null
  let isList = false
  parser.ondoctype = () => {
    throw new UnreadableList('В файле есть определения DOCTYPE: такие файлы не принимаются')
  }
  parser.onerror = () => {
    throw new UnreadableList('Файл XML повреждён: его разметка неверна')
  }
  const keep = (name: string, value: string) => {
    if (value !== '') texts.set(name, [...(texts.get(name) ?? []), value.slice(0, limits.text)])
  }
  parser.onopentag = ({ name }) => {
    const local = name.includes(':') ? name.slice(name.indexOf(':') + 1) : name
    path.push(local)
    if (path.length > limits.depth) throw new UnreadableList('Файл XML слишком глубок для перечня')
    text = ''
    if (local !== 'Субъект') return
    isList = true
    texts = new Map()
    line = parser.line + 1
  }
  const addText = (more: string) => {
    if (text.length < limits.text) text += more
  }
  parser.ontext = addText
  parser.oncdata = addText
  /** The series begins a paper, the number ends it. */
  const keepPaper = (local: string, value: string) => {
    const papers = texts.get('Документ') ?? []
    const isNew = local === 'Серия' || papers.length === 0
    texts.set('Документ', isNew ? [...papers, value] : [...papers.slice(0, -1), `${papers.at(-1)}${value}`])
  }
  const keepText = (local: string, value: string) => {
    const place = path.findLast((one) => one in within)
    keep((place !== undefined && within[place]?.[local]) || local, value)
  }
  parser.onclosetag = () => {
    const local = path.pop() ?? ''
    const value = text.trim()
    text = ''
    if (local === 'Субъект') found.push(subjectOf(line, texts))
    else if (local === 'ДатаПеречня') listDate = dayOf(value.slice(0, 10))
    else if (local === 'Серия' || local === 'Номер') keepPaper(local, value)
    else keepText(local, value)
  }
  return {
    write(piece: string): Listed[] {
      found = []
      parser.write(piece)
      return found
    },
    end(): string {
      parser.close()
      if (!isList)
        throw new UnreadableList('В файле нет ни одного элемента «Субъект»: это не перечень 115-ФЗ')
      if (listDate === null || !isDay(listDate))
        throw new UnreadableList('В файле нет «ДатаПеречня»: по ней версии отличают друг от друга')
      return listDate
    },
  }
}
