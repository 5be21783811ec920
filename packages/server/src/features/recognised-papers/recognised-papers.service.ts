import type { CaseSection, SectionCode } from '@ipoteka-office/contract/cases/case-sections.ts'
import {
  hasSection,
  type QuestionnaireParticipant,
} from '@ipoteka-office/contract/cases/section-completeness.ts'
import { type CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { DocumentOwnerType } from '@ipoteka-office/contract/documents/documents.ts'
import type { ParsedRequest } from '@ipoteka-office/contract/endpoint.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { holderOf } from '@ipoteka-office/contract/recognised-papers/paper-holder.ts'
import type {
  answerPaperWarning,
  ForeignPaper,
  RecognisedPaper,
  takeRecognised,
} from '@ipoteka-office/contract/recognised-papers/recognised-papers.ts'
import {
  heldValue,
  type RecognisedValue,
  recognisedValues,
  withTaken,
} from '@ipoteka-office/contract/recognised-papers/recognised-values.ts'
import type { Db } from '#db/database.ts'
import { type CaseRow, requireCase } from '#features/cases/engine/cases.service.ts'
import { checkEditable } from '#features/cases/sections/editable.ts'
import {
  readQuestionnaire,
  type StoredQuestionnaire,
} from '#features/cases/sections/questionnaire.service.ts'
import { type SectionParts, saveSection } from '#features/cases/sections/save-section.service.ts'
import { findReadableFile } from '#features/documents/documents-reading.service.ts'
import { withoutDigits } from '#features/recognition/recognised-numbers.rules.ts'
import { ApiError, conflict, invalid, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Reader } from '#lib/shown-stages.ts'
import { masked, maskedField } from '#lib/masking.ts'
import { publish } from '#live/publish.ts'
import { findAnswers, findPapers, insertAnswer, markSource } from './recognised-papers.repo.ts'
import {
  type HeldPaper,
  type PaperRow,
  paperReason,
  type Warning,
  warningOf,
} from './recognised-papers.rules.ts'

/** Which file of which case is meant. */
export interface PaperPlace {
  readonly id: number
  readonly documentId: number
  readonly storageId: string
}

/** Whose the papers of a case are that fill its questionnaire; undefined: it has none. */
const ownerOf = (type: CaseType): DocumentOwnerType | undefined =>
  caseTypes[type].questions === undefined ? undefined : caseTypes[type].documents.owner

/** 409 of a scan that nobody has read yet. */
class NotRead extends ApiError {
  constructor() {
    super(409, 'ER_VALIDATION', 'Документ ещё не распознан. Нажмите «Распознать»')
  }
}

interface Found {
  readonly row: CaseRow
  readonly stored: StoredQuestionnaire
  readonly paper: PaperRow
  readonly holder: QuestionnaireParticipant
  readonly warning: Warning
}

async function requirePaper(
  context: Context,
  place: PaperPlace,
  operation: 'Read' | 'Update',
): Promise<Found> {
  const { db, actor } = context
  const row = await requireCase(db, actor, place.id, operation, operation === 'Update' ? 'update' : undefined)
  const ownerType = ownerOf(row.type)
  const file = await findReadableFile(db, actor, place.documentId, place.storageId)
  if (ownerType === undefined || file?.ownerType !== ownerType || file.ownerId !== row.id)
    throw notFound('Документ не найден в этой заявке')
  const [paper] = await findPapers(db, file, place)
  if (paper === undefined) throw new NotRead()
  const stored = await readQuestionnaire(db, row.id, row.type)
  const holder = holderOf(paper, stored.participants)
  if (holder === null)
    throw conflict('Не понятно, чей это документ. Укажите участника в реквизитах документа')
  const warning = warningOf(paper, holder, await findAnswers(db, [paper.storageId]))
  return { row, stored, paper, holder, warning }
}

const versionOf = ({ rows }: StoredQuestionnaire, section: SectionCode, participantId: number) =>
  rows.find((one) => one.section === section && one.participantId === participantId)?.version ?? 0

const offered = ({ paper, holder }: Found): RecognisedValue[] =>
  recognisedValues(paper.kind, paper.result.documentFields).filter(({ section }) =>
    hasSection(section, holder.role),
  )

/** Why the questionnaire may not be changed now; null: it may. */
function lockedReason(parts: SectionParts, reader: Reader, found: Found): string | null {
  try {
    for (const { section } of offered(found)) checkEditable(parts.engine, reader, found.row, section)
    return null
  } catch (refusal) {
    if (refusal instanceof ApiError) return refusal.message
    throw refusal
  }
}

function toPaper(parts: SectionParts, { actor }: Context, found: Found): RecognisedPaper {
  const { stored, holder, warning } = found
  const values = offered(found)
  const { sections: seen } = masked(actor, { sections: holder.sections })
  return {
    isRead: true,
    participantId: holder.id,
    participantName: holder.name,
    values: values.map(({ section, field, label, value, confidence, problems }) => ({
      section,
      field,
      label,
      value: maskedField(actor, field, value),
      confidence,
      problems: problems.map((text) =>
        maskedField(actor, field, text) === text ? text : withoutDigits(text),
      ),
      held: heldValue({ field }, seen[section] ?? {}),
      same: heldValue({ field }, holder.sections[section] ?? {}) === value,
    })),
    versions: Object.fromEntries(
      values.map(({ section }) => [section, versionOf(stored, section, holder.id)]),
    ),
    reason: lockedReason(parts, actor, found),
    differences: [...warning.differences],
    blocks: warning.blocks,
    answer: warning.answer && {
      code: warning.answer.answer,
      comment: warning.answer.comment,
      by: warning.answer.by,
      at: warning.answer.at,
    },
  }
}

const nothingOffered = (refusal: ApiError): RecognisedPaper => ({
  isRead: !(refusal instanceof NotRead),
  participantId: null,
  participantName: '',
  values: [],
  versions: {},
  reason: refusal.message,
  differences: [],
  blocks: false,
  answer: null,
})

/** What a recognised paper can give to its holder's questionnaire, and whether it is theirs at all; or why it gives nothing. */
export async function getPaper(
  parts: SectionParts,
  context: Context,
  place: PaperPlace,
): Promise<RecognisedPaper> {
  try {
    return toPaper(parts, context, await requirePaper(context, place, 'Read'))
  } catch (refusal) {
    // A case of another system has no questionnaire, and a paper may be of nobody in it: nothing is wrong with that.
    if (refusal instanceof ApiError && refusal.status === 409) return nothingOffered(refusal)
    throw refusal
  }
}

type Taking = ParsedRequest<typeof takeRecognised>['body']

/** Takes the ticked values of the recognition itself, by the versions the person saw; sections keep where they came from. */
export async function takeFields(
  parts: SectionParts,
  context: Context,
  place: PaperPlace,
  { fields, versions }: Taking,
): Promise<{ sections: CaseSection[] }> {
  const found = await requirePaper(context, place, 'Update')
  const { holder, row, warning } = found
  if (
    warning.differences.length > 0 &&
    (warning.answer === null || warning.answer.answer === 'ANOTHER_PERSON')
  )
    throw conflict('Сначала ответьте на предупреждение: документ не сходится с анкетой')
  const values = offered(found)
  const taken = fields.map(({ section, field }, at) => {
    const value = values.find((one) => one.section === section && one.field === field)
    if (value === undefined)
      throw invalid([{ path: `fields.${at}.field`, message: 'Такое поле в документе не распознано' }])
    return value
  })
  const saved: CaseSection[] = []
  for (const section of new Set(taken.map((one) => one.section))) {
    const version = versions[section]
    if (version === undefined)
      throw invalid([{ path: 'versions', message: 'Обновите страницу: нет версии раздела' }])
    const data = withTaken(
      holder.sections[section] ?? {},
      taken.filter((one) => one.section === section),
      crypto.randomUUID(),
    )
    const sectionPlace = { caseId: row.id, section, participantId: holder.id }
    const after = await saveSection(parts, context, sectionPlace, { data, version })
    if (after.version > version)
      await markSource(context.db, { ...sectionPlace, version: after.version, documentId: place.documentId })
    saved.push(after)
  }
  return { sections: saved }
}

type Answering = ParsedRequest<typeof answerPaperWarning>['body']

/** Writes down what was said to the warning about a paper. */
export async function answerWarning(
  parts: SectionParts,
  context: Context,
  place: PaperPlace,
  { answer, comment }: Answering,
): Promise<RecognisedPaper> {
  const found = await requirePaper(context, place, 'Update')
  const { holder, row, warning } = found
  if (warning.differences.length === 0) throw conflict('Документ сходится с анкетой: отвечать не на что')
  await insertAnswer(context.db, {
    documentId: place.documentId,
    storageId: place.storageId,
    participantId: holder.id,
    differences: warning.differences,
    answer,
    comment,
    actorId: context.actor.employeeId,
  })
  await publish(context.db, topics.case(row.id), { codes: ['head', 'documents'] })
  return getPaper(parts, context, place)
}

/** Every recognised paper of a case that is somebody's. */
export async function heldPapers(
  db: Db,
  { id, type }: Pick<CaseRow, 'id' | 'type'>,
  participants: readonly QuestionnaireParticipant[],
): Promise<HeldPaper[]> {
  const ownerType = ownerOf(type)
  if (ownerType === undefined) return []
  return (await findPapers(db, { ownerType, ownerId: id })).flatMap((paper) => {
    const holder = holderOf(paper, participants)
    return holder === null ? [] : [{ participantId: holder.id, paper }]
  })
}

interface OpenWarning {
  readonly paper: PaperRow
  readonly warning: Warning
}

/** The papers of a case that name somebody else than its questionnaire, as long as nobody has said that they are right. */
async function openWarnings(db: Db, caseId: number, type: CaseType): Promise<OpenWarning[]> {
  const ownerType = ownerOf(type)
  if (ownerType === undefined) return []
  const papers = await findPapers(db, { ownerType, ownerId: caseId })
  if (papers.length === 0) return []
  const { participants } = await readQuestionnaire(db, caseId, type)
  const answers = await findAnswers(
    db,
    papers.map(({ storageId }) => storageId),
  )
  return papers.flatMap((paper) => {
    const holder = holderOf(paper, participants)
    const warning = holder && warningOf(paper, holder, answers)
    return warning?.open ? [{ paper, warning }] : []
  })
}

/** Why an application is not sent: a borrower's passport of somebody else; null: none is known. */
export async function foreignPassportReason(db: Db, caseId: number, type: CaseType): Promise<string | null> {
  const blocking = (await openWarnings(db, caseId, type)).find(({ warning }) => warning.blocks)
  return blocking === undefined ? null : paperReason(blocking.warning)
}

/** The documents of a case that differ from its questionnaire: one entry for each, whichever of its files. */
export async function listForeign({ db, actor }: Context, id: number): Promise<ForeignPaper[]> {
  const row = await requireCase(db, actor, id, 'Read')
  const found = Map.groupBy(await openWarnings(db, row.id, row.type), ({ paper }) => paper.documentId)
  return [...found].map(([documentId, all]) => ({
    documentId,
    labels: [...new Set(all.flatMap(({ warning }) => warning.differences.map(({ label }) => label)))],
    blocks: all.some(({ warning }) => warning.blocks),
  }))
}
