import {
  type PassportFieldName,
  passportFields,
  type RecognitionSource,
} from '@ipoteka-office/contract/recognition/recognition.ts'
import type { Box } from '../layout.rules.ts'
import type { MrzReading } from './mrz.rules.ts'
import type { Seen } from './passport-values.rules.ts'
import type { PassportZone } from './passport-zones.rules.ts'
import { comparable, likeness } from '../text.rules.ts'

/** A value that was decided on, its place in pixels. */
export interface Found {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly confidence: number
  readonly source: RecognitionSource
  readonly box: Box | null
  readonly problems: readonly string[]
}

/** All readings of a spread. */
export interface PassportReadings {
  readonly mrz: (MrzReading & { readonly box: Box }) | null
  readonly seen: Partial<Record<Exclude<PassportZone, 'mrz'>, Seen>>
  readonly numbers: readonly Seen[]
}

interface Claim {
  readonly value: string
  readonly confidence: number
  readonly source: RecognitionSource
  readonly box: Box | null
}

const agreed = 0.99
/** Of a part of the zone whose check digit does not hold. */
const unproven = 0.45
const notProven = 'Контрольная цифра не сходится: какая-то цифра прочитана неверно'
const differs = (zone: string, other: string) => `В машиночитаемой зоне «${zone}», в тексте «${other}»`

/** Two readings of one value: agreeing ones are sure, of differing ones the stronger is taken and the other told of. */
function compare(
  mrz: Claim | null,
  visual: Claim | null,
  isSame: (a: string, b: string) => boolean,
): Omit<Found, 'name' | 'label'> | null {
  if (mrz === null || visual === null) {
    const only = mrz ?? visual
    if (only === null) return null
    return { ...only, problems: only.source === 'MRZ' && only.confidence <= unproven ? [notProven] : [] }
  }
  // The print has what the zone cannot write: «Ё» of a bad scan, the dash of a double surname.
  if (isSame(mrz.value, visual.value))
    return { ...visual, confidence: agreed, source: 'VISUAL', problems: [] }
  const [taken] = mrz.confidence >= visual.confidence ? [mrz] : [visual]
  return {
    ...taken,
    box: taken.box ?? visual.box,
    confidence: Math.min(taken.confidence, 0.8) * 0.9,
    problems: [differs(mrz.value, visual.value)],
  }
}

const exactly = (a: string, b: string) => a === b
const sameName = (a: string, b: string) => comparable(a) === comparable(b)

/** How far a part of the zone can be relied on. */
function trust({ passed, corrected }: MrzReading, part: keyof MrzReading['passed']): number {
  if (!passed[part]) return unproven
  return passed.whole ? (corrected === 0 ? 0.97 : 0.92) : 0.86
}

const guardedBy = {
  birthDate: 'birthDate',
  issueDate: 'issue',
  unitCode: 'issue',
  series: 'number',
  number: 'number',
} as const

const ofSeen = (seen: Seen | undefined): Claim | null =>
  seen === undefined
    ? null
    : { value: seen.value, confidence: Math.min(0.95, seen.confidence), source: 'VISUAL', box: seen.box }

function ofMrz(mrz: PassportReadings['mrz'], name: keyof typeof guardedBy): Claim | null {
  const value = mrz?.fields[name]
  if (mrz === null || value === undefined) return null
  return { value, confidence: trust(mrz, guardedBy[name]), source: 'MRZ', box: mrz.box }
}

type NameField = 'lastName' | 'firstName' | 'middleName'

/** What the zone and the print say together: the dash is of the print, the dots of «Ё» rather of the zone. */
function agreedName(name: NameField, printed: string, coded: string): string {
  const value = coded.includes('Ё') ? withYo(printed, coded) : printed
  // Parts of a double surname are joined by a dash, which the zone cannot write and a bad print loses.
  return name === 'lastName' ? value.replaceAll(' ', '-') : value
}

/** Letters of names are under no check digit: a name of the zone is worth what its likeness to the print is. */
function decideName(name: NameField, { mrz, seen }: PassportReadings): Omit<Found, 'name' | 'label'> | null {
  const visual = ofSeen(seen[name])
  const coded = mrz?.fields[name] ?? ''
  if (mrz === null || coded === '')
    return visual === null ? null : { ...visual, confidence: visual.confidence * 0.93, problems: [] }
  const zone: Claim = { value: coded, confidence: 0.72, source: 'MRZ', box: mrz.box }
  if (visual === null) return { ...zone, problems: ['Прочитано только в машиночитаемой зоне'] }
  if (sameName(coded, visual.value))
    return { ...visual, value: agreedName(name, visual.value, coded), confidence: agreed, problems: [] }
  const isClose = likeness(comparable(coded), comparable(visual.value)) >= 0.6
  // A name that is quite another one was read on a wrong line; the zone knows its lines.
  const taken = isClose || !mrz.passed.whole ? visual : zone
  return {
    ...taken,
    confidence: Math.min(taken.confidence, isClose ? 0.84 : 0.6),
    problems: [differs(coded, visual.value)],
  }
}

function withYo(printed: string, coded: string): string {
  const letters = coded.replaceAll(/[^А-ЯЁ]/g, '')
  let at = -1
  return Array.from(printed)
    .map((letter) => {
      if (!/[А-ЯЁ]/.test(letter)) return letter
      at += 1
      return letter === 'Е' && letters[at] === 'Ё' ? 'Ё' : letter
    })
    .join('')
}

/** Series and number: the zone and the two places in red. */
function decideNumber(
  part: 'series' | 'number',
  { mrz, numbers }: PassportReadings,
): Omit<Found, 'name' | 'label'> | null {
  const cut = (whole: string) => (part === 'series' ? whole.slice(0, 4) : whole.slice(4))
  const red = numbers.map((seen) => ({ ...seen, value: cut(seen.value) }))
  const zone = ofMrz(mrz, part)
  const confirmed = red.find(({ value }) => red.filter((other) => other.value === value).length > 1)
  const best = confirmed ?? [...red].sort((a, b) => b.confidence - a.confidence)[0]
  const claim: Claim | null =
    best === undefined
      ? null
      : {
          value: best.value,
          confidence: confirmed === undefined ? Math.min(0.82, best.confidence) : 0.94,
          source: 'VISUAL',
          box: best.box,
        }
  const agreeing = red.find(({ value }) => value === zone?.value)
  return compare(zone, agreeing === undefined ? claim : { ...agreeing, source: 'VISUAL' }, exactly)
}

function decideSex({ mrz, seen }: PassportReadings): Omit<Found, 'name' | 'label'> | null {
  const coded = mrz?.fields.sex
  const zone: Claim | null =
    mrz === null || coded === undefined
      ? null
      : { value: coded, confidence: 0.88, source: 'MRZ', box: mrz.box }
  const found = compare(zone, ofSeen(seen.sex), exactly)
  return found?.problems.length === 0
    ? found
    : found && { ...found, problems: ['Пол прочитан по-разному в двух местах'] }
}

/** Decides on the value of every field of a passport from all its readings. */
export function decidePassport(readings: PassportReadings): Found[] {
  const { mrz, seen } = readings
  const dated = (name: 'birthDate' | 'issueDate' | 'unitCode') =>
    compare(ofMrz(mrz, name), ofSeen(seen[name]), exactly)
  const decided: Record<PassportFieldName, Omit<Found, 'name' | 'label'> | null> = {
    lastName: decideName('lastName', readings),
    firstName: decideName('firstName', readings),
    middleName: decideName('middleName', readings),
    sex: decideSex(readings),
    birthDate: dated('birthDate'),
    birthPlace: withoutZone(ofSeen(seen.birthPlace)),
    series: decideNumber('series', readings),
    number: decideNumber('number', readings),
    issueDate: dated('issueDate'),
    unitCode: dated('unitCode'),
    issuer: withoutZone(ofSeen(seen.issuer)),
  }
  return (Object.keys(passportFields) as PassportFieldName[]).flatMap((name) => {
    const found = decided[name]
    return found === null ? [] : [{ name, label: passportFields[name], ...found }]
  })
}

/** Read once, with nothing to compare it with. */
const withoutZone = (claim: Claim | null): Omit<Found, 'name' | 'label'> | null =>
  claim === null ? null : { ...claim, confidence: claim.confidence * 0.95, problems: [] }
