import type { Db } from '#db/database.ts'
import { codesIn } from '#features/references/field-codes.rules.ts'
import { codeIssues } from '#features/references/known-codes.service.ts'
import { type SectionCode, sectionOf } from '@ipoteka-office/contract/cases/case-sections.ts'
import type {
  EarlierOffer,
  PersonDifference,
  WantedEarlier,
} from '@ipoteka-office/contract/cases/earlier-answers.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { type NameOf, fieldText } from '@ipoteka-office/contract/common/field-texts.ts'
import { sectionPairs } from '@ipoteka-office/contract/cases/section-texts.ts'
import { isGiven, type SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { recordUnmasking } from '#features/access-log/access-log.service.ts'
import { type CaseRow, requireCase } from '#features/cases/engine/cases.service.ts'
import { conflict, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { masked, seesPersonalData } from '#lib/masking.ts'
import type { CaseSection } from '@ipoteka-office/contract/cases/case-sections.ts'
import { personSections } from './participants.service.ts'
import type { EarlierSection } from './persons.repo.ts'
import { earlierSections, earlierSectionsOfBank } from './persons.service.ts'
import { readQuestionnaire } from './questionnaire.service.ts'
import { namesFrom } from './reference-names.ts'
import { changeSection, type SectionParts } from './save-section.service.ts'
import { fittingValues, sameValues } from './section-values.rules.ts'

interface Place {
  readonly id: number
  readonly participantId: number
}

/** A section of an earlier case beside the participant's own. */
interface Pair {
  readonly code: SectionCode
  readonly here: SectionValues
  readonly version: number
  readonly source: EarlierSection
}

/** The participant's sections that have an earlier one; consents are of one case and are never among them. */
async function earlierPairs(
  { db, actor }: Context,
  row: CaseRow,
  participantId: number,
  finder: typeof earlierSections = earlierSections,
): Promise<Pair[]> {
  const stored = await readQuestionnaire(db, row.id, row.type)
  const person = stored.people.find(({ id }) => id === participantId)
  if (person === undefined) throw notFound('Участник не найден')
  const found = person.personId === null ? [] : await finder(db, actor, row, person.personId)
  return personSections(row, person.role).flatMap((code) => {
    const source = code === 'CONSENTS' ? undefined : found.find(({ section }) => section === code)
    if (source === undefined) return []
    const own = stored.rows.find((one) => one.participantId === participantId && one.section === code)
    return [{ code, here: own?.data ?? {}, version: own?.version ?? 0, source }]
  })
}

const sameValue = (one: unknown, other: unknown) => sameValues({ value: one }, { value: other })

/** What can be taken: the fields that still fit, whose codes are in use, and that say something else here. */
async function takeable(db: Db, { code, here, source }: Pair): Promise<SectionValues> {
  const values = fittingValues(code, source.data)
  const { fields } = sectionOf(code)
  const unknown = await codeIssues(db, codesIn(fields, values), { kept: codesIn(fields, here) })
  const unusable = new Set(unknown.map(({ path }) => path.split('.')[0]))
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !unusable.has(name) && !sameValue(value, here[name])),
  )
}

/** What is hidden from the reader differs by its stored value, and is shown masked on both sides. */
function differencesOf({ actor }: Context, { code, here, source }: Pair, nameOf: NameOf): PersonDifference[] {
  const shown = masked(actor, { here, there: source.data })
  const texts = new Map(
    sectionPairs(code, shown.here, shown.there, nameOf).map((pair) => [pair.field, pair] as const),
  )
  return sectionPairs(code, here, source.data, nameOf).flatMap(({ field, label, same }) => {
    const text = texts.get(field)
    if (same || text === undefined) return []
    const place = { section: code, sectionName: sectionOf(code).title, field, label }
    return [{ ...place, here: text.before, latest: text.after }]
  })
}

async function offerOf({ db, actor }: Context, pair: Pair, nameOf: NameOf): Promise<EarlierOffer> {
  const { code, here, version, source } = pair
  const able = await takeable(db, pair)
  const shown = masked(actor, { here, there: able })
  const fields = Object.entries(sectionOf(code).fields).flatMap(([name, field]) =>
    able[name] === undefined
      ? []
      : [
          {
            field: name,
            label: field.label,
            here: fieldText(field, shown.here[name], nameOf),
            latest: fieldText(field, shown.there[name], nameOf),
            isEmptyHere: !isGiven(here[name]),
          },
        ],
  )
  const { caseId, caseType, caseNumber, caseCreatedAt, savedAt } = source
  const from = { caseId, caseType, caseNumber, caseCreatedAt, savedAt }
  return { section: code, sectionName: sectionOf(code).title, version, ...from, fields }
}

/** Writes on every case that something is read or copied from who did it. */
async function noteSources(
  context: Context,
  pairs: readonly Pair[],
  wordsOf: (sections: string) => string,
  { always }: { readonly always: boolean },
): Promise<void> {
  const sources = new Map(pairs.map(({ source }) => [source.caseId, source]))
  for (const { caseId, caseType } of sources.values()) {
    const names = pairs
      .filter(({ source }) => source.caseId === caseId)
      .map(({ code }) => `«${sectionOf(code).title}»`)
      .join(', ')
    await recordUnmasking(
      context,
      { type: caseTypes[caseType].object, id: caseId },
      { persons: 1, what: wordsOf(names), ...(always && { always }) },
    )
  }
}

/** Writes down whose numbers were told: of the sections in which something differs. */
async function noteTold(
  context: Context,
  row: CaseRow,
  pairs: readonly Pair[],
  differences: readonly PersonDifference[],
): Promise<void> {
  const told = new Set<string>(differences.map(({ section }) => section))
  if (!seesPersonalData(context.actor)) return
  await noteSources(
    context,
    pairs.filter(({ code }) => told.has(code)),
    (names) => `Сравнение с заявкой ${row.number}: ${names}`,
    { always: false },
  )
}

/** What the newest questionnaire before this case says otherwise, of whichever partner: for people of the bank alone. */
export async function bankDifferences(
  parts: SectionParts,
  context: Context,
  { row, participantId }: { readonly row: CaseRow; readonly participantId: number },
): Promise<(PersonDifference & { from: { id: number; type: CaseRow['type']; number: string } })[]> {
  const pairs = await earlierPairs(context, row, participantId, earlierSectionsOfBank)
  const nameOf = await namesFrom(
    parts.references,
    pairs.map(({ code }) => code),
  )
  const differences = pairs.flatMap((pair) => {
    const { caseId: id, caseType: type, caseNumber: number } = pair.source
    return differencesOf(context, pair, nameOf).map((one) => ({ ...one, from: { id, type, number } }))
  })
  await noteTold(context, row, pairs, differences)
  return differences
}

/** What the person's newest questionnaire before this case says otherwise, and what of it can be taken. */
export async function personDifferences(
  parts: SectionParts,
  context: Context,
  { id, participantId }: Place,
): Promise<{ latestAt: string | null; differences: PersonDifference[]; offers: EarlierOffer[] }> {
  const row = await requireCase(context.db, context.actor, id, 'Read')
  const pairs = await earlierPairs(context, row, participantId)
  const nameOf = await namesFrom(
    parts.references,
    pairs.map(({ code }) => code),
  )
  const offers: EarlierOffer[] = []
  for (const pair of pairs) offers.push(await offerOf(context, pair, nameOf))
  const differences = pairs.flatMap((pair) => differencesOf(context, pair, nameOf))
  await noteTold(context, row, pairs, differences)
  const dates = pairs.map(({ source }) => source.savedAt).toSorted()
  return {
    latestAt: dates.at(-1) ?? null,
    differences,
    offers: offers.filter(({ fields }) => fields.length > 0),
  }
}

const moment = (text: string) => new Date(text).getTime()

/** The pair that was shown, with the values of the ticked fields; 409 when the earlier case says something else by now. */
async function wantedValues(
  db: Db,
  pairs: readonly Pair[],
  wish: WantedEarlier,
): Promise<{ pair: Pair; values: SectionValues }> {
  const pair = pairs.find(({ code }) => code === wish.section)
  const isShown = pair?.source.caseId === wish.caseId && moment(pair.source.savedAt) === moment(wish.savedAt)
  const able = pair === undefined ? {} : await takeable(db, pair)
  if (pair === undefined || !isShown || wish.fields.some((field) => able[field] === undefined))
    throw conflict(
      'Прежняя анкета или эта заявка изменилась: откройте сравнение ещё раз и отметьте, что взять',
    )
  return { pair, values: Object.fromEntries(wish.fields.map((field) => [field, able[field]])) }
}

/** Copies what was ticked into the participant's sections, each by its own version; all or nothing. */
export async function takeEarlier(
  parts: SectionParts,
  context: Context,
  { id, participantId }: Place,
  wanted: readonly WantedEarlier[],
): Promise<CaseSection[]> {
  const row = await requireCase(context.db, context.actor, id, 'Update', 'update')
  const pairs = await earlierPairs(context, row, participantId)
  const taken: { pair: Pair; values: SectionValues; version: number }[] = []
  for (const wish of wanted)
    taken.push({ ...(await wantedValues(context.db, pairs, wish)), version: wish.version })
  const saved: CaseSection[] = []
  for (const { pair, values, version } of taken)
    saved.push(
      await changeSection(
        parts,
        context,
        { caseId: row.id, section: pair.code, participantId },
        { version, change: (before) => ({ ...before, ...values }) },
      ),
    )
  await noteSources(
    context,
    taken.map(({ pair }) => pair),
    (names) => `Скопировано в заявку ${row.number}: ${names}`,
    { always: true },
  )
  return saved
}
