import { type ParticipantRole, participantRoles } from '@ipoteka-office/contract/cases/case-participants.ts'
import { sectionOf } from '@ipoteka-office/contract/cases/case-sections.ts'
import { fieldText, noValue } from '@ipoteka-office/contract/common/field-texts.ts'
import { isGiven } from '@ipoteka-office/contract/common/fields.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import { controlFields, script, signedFields } from '@ipoteka-office/contract/underwriting/control-fields.ts'
import type {
  ControlAnswers,
  ControlHit,
  ControlSheet,
  IndividualControl,
} from '@ipoteka-office/contract/underwriting/individual-control.ts'
import type { z } from 'zod'
import type { Db } from '#db/database.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import { ownWorkReason } from '#features/cases/engine/own-work.service.ts'
import {
  readQuestionnaire,
  type StoredQuestionnaire,
} from '#features/cases/sections/questionnaire.service.ts'
import { findLastChangeOf, findNames, listCardHistory } from '#features/history/card-history.service.ts'
import type { FileStore } from '#files/file-store.ts'
import { conflict, forbidden, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { momentText } from '#lib/bank-time.ts'
import { stageNameFor } from '#lib/shown-stages.ts'
import { requireDecidable } from '../decisions.service.ts'
import { keepPaper } from '../internal-paper.service.ts'
import {
  type ControlRow,
  findControl,
  findControls,
  findFree,
  findOthers,
  insertControl,
  writeAnswers,
  writeSignature,
} from './control.repo.ts'
import { hitsByPerson, hitsIn, withBases } from './control-hits.service.ts'
import { controlLabels } from './control-labels.ts'
import { controlPaper } from './control-paper.ts'

const stage = 'VERIFICATION'
const roleName = (role: string): string => participantRoles[role as ParticipantRole] ?? role

/** Why the person does not fill forms of this case now; null: they do. */
async function refusalOf({ db, actor }: Context, row: CaseRow): Promise<string | null> {
  if (row.stage !== stage)
    return `Форму заполняют на этапе «${stageNameFor(actor, row.type, stage)}»: отправьте заявку на контроль`
  if (!holds(actor, row.type, 'Verify')) return 'Форму заполняет сотрудник с правом контроля физлиц'
  return ownWorkReason(db, { id: row.id, type: row.type, stage }, { actor, requestId: null })
}

/** Where the questionnaire answers a question of the script, and the answer as it is stored. */
function answersOf(stored: StoredQuestionnaire, participantId: number) {
  const person = stored.participants.find(({ id }) => id === participantId)
  return Object.entries(script).map(([key, { ask, section, field }]) => {
    // The loan of a consumer application is described in a section of its own.
    const code = section === 'CREDIT' && stored.sections.CREDIT === undefined ? 'LOAN' : section
    const values = person?.sections[code] ?? stored.sections[code] ?? {}
    return { key, ask, spec: sectionOf(code).fields[field], value: values[field] }
  })
}

/** What the questionnaire says on the questions of the script. */
async function questionsOf(
  db: Db,
  stored: StoredQuestionnaire,
  participantId: number,
): Promise<IndividualControl['questions']> {
  const answers = answersOf(stored, participantId)
  const codes = answers.flatMap(({ spec, value }) =>
    spec?.dictionary !== undefined && typeof value === 'string'
      ? [{ dictionary: spec.dictionary, code: value }]
      : [],
  )
  const names = await findNames(db, { codes, ids: new Map() })
  const nameOf = (dictionary: string, code: string) => names.get(`${dictionary}:${code}`) ?? code
  return answers.map(({ key, ask, spec, value }) => ({
    key,
    ask,
    said: spec === undefined ? noValue : fieldText(spec, value, nameOf),
  }))
}

/** What of the case stands around its forms. */
interface Around {
  readonly stored: StoredQuestionnaire
  readonly refusal: string | null
  readonly listed: ReadonlyMap<number, ControlHit[]>
}
async function around(context: Context, row: CaseRow): Promise<Around> {
  const stored = await readQuestionnaire(context.db, row.id, row.type)
  const refusal = await refusalOf(context, row)
  return { stored, refusal, listed: await hitsByPerson(context.db, row.id) }
}

async function toControl(
  { db, actor }: Context,
  row: CaseRow,
  { role, hits, ...control }: ControlRow,
  { stored, refusal, listed }: Around,
): Promise<IndividualControl> {
  const reason = control.signedAt === null ? refusal : 'Форма подписана и больше не меняется'
  const others = await findOthers(db, row.id, control.participantId)
  return {
    ...control,
    roleName: roleName(role),
    questions: await questionsOf(db, stored, control.participantId),
    hits: hitsIn({ ...control, hits }, listed),
    others: others.map(({ stage: at, ...other }) => ({
      ...other,
      stageName: stageNameFor(actor, other.type, at),
    })),
    editable: { enabled: reason === null, reasonDisabled: reason },
  }
}

/** Who is controlled in an application, and what the forms say. */
export async function controlSheet(context: Context, caseId: number): Promise<ControlSheet> {
  const { db } = context
  const row = await requireDecidable(context, caseId)
  const known = await around(context, row)
  const { refusal } = known
  const found = await findControls(db, row.id)
  const controls: IndividualControl[] = []
  for (const control of found) controls.push(await toControl(context, row, control, known))
  const free = await findFree(db, row.id)
  return {
    caseId: row.id,
    controls: await withBases(context, controls),
    free: free.map(({ role, ...person }) => ({ ...person, roleName: roleName(role) })),
    startable: { enabled: refusal === null, reasonDisabled: refusal },
  }
}

async function oneOf(context: Context, row: CaseRow, id: number): Promise<IndividualControl> {
  const found = await findControl(context.db, row.id, id)
  if (found === undefined) throw notFound('Формы контроля с таким номером в заявке нет')
  return toControl(context, row, found, await around(context, row))
}

async function requireEditor(context: Context, caseId: number): Promise<CaseRow> {
  const row = await requireDecidable(context, caseId, 'update')
  const reason = await refusalOf(context, row)
  if (reason === null) return row
  throw row.stage === stage ? forbidden(reason) : conflict(reason)
}

/** Begins the control of one more person by hand. */
export async function startByHand(
  engine: Engine,
  context: Context,
  caseId: number,
  participantId: number,
): Promise<IndividualControl> {
  const { db, actor } = context
  const row = await requireEditor(context, caseId)
  if (!(await findFree(db, row.id)).some((one) => one.participantId === participantId))
    throw conflict('Такого участника в заявке нет, или его форма уже открыта. Обновите страницу')
  const id = await insertControl(db, {
    ...{ caseId: row.id, participantId, at: engine.clock.now(), startedBy: actor.employeeId },
    cause: 'HAND',
    causeText: 'по ходу контроля заявки',
  })
  if (id === null) throw conflict('Форма этого участника уже открыта. Обновите страницу')
  return oneOf(context, row, id)
}

/** The form held for a change of the version that the person has seen. */
async function hold(
  context: Context,
  row: CaseRow,
  { id, version }: { readonly id: number; readonly version: number },
): Promise<ControlRow> {
  const found = await findControl(context.db, row.id, id, { lock: true })
  if (found === undefined) throw notFound('Формы контроля с таким номером в заявке нет')
  if (found.signedAt !== null) throw conflict('Форма подписана и больше не меняется')
  if (found.version !== version)
    throw stale(
      await oneOf(context, row, id),
      await findLastChangeOf(context.db, { objectType: 'individualControl', objectId: id }),
    )
  return found
}

const given = (answers: z.output<typeof ControlAnswers>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(answers).filter(([, value]) => isGiven(value)))

export async function saveForm(
  engine: Engine,
  context: Context,
  caseId: number,
  { id, version, answers }: { id: number; version: number; answers: z.output<typeof ControlAnswers> },
): Promise<IndividualControl> {
  const { db, actor } = context
  const row = await requireEditor(context, caseId)
  await hold(context, row, { id, version })
  await writeAnswers(db, id, { answers: given(answers), savedBy: actor.employeeId, at: engine.clock.now() })
  return oneOf(context, row, id)
}

const missing = (answers: Readonly<Record<string, unknown>>) =>
  signedFields
    .filter((name) => !isGiven(answers[name]))
    .map((name) => ({
      path: `answers.${name}`,
      message: 'Без этого форму не подписать',
    }))

/** Signs the form and puts its paper among the documents of the case, where the bank alone sees it. */
export async function signForm(
  parts: { readonly engine: Engine; readonly files: FileStore },
  context: Context,
  caseId: number,
  { id, version }: { readonly id: number; readonly version: number },
): Promise<IndividualControl> {
  const { db, actor } = context
  const row = await requireEditor(context, caseId)
  const { answers } = await hold(context, row, { id, version })
  const issues = missing(answers)
  if (issues.length > 0)
    throw invalid(
      issues,
      `Заполните и сохраните: ${signedFields
        .filter((name) => !isGiven(answers[name]))
        .map((name) => `«${controlFields[name]?.label}»`)
        .join(', ')}`,
    )
  const control = await oneOf(context, row, id)
  const at = parts.engine.clock.now()
  const pdf = await controlPaper(control, {
    number: row.number,
    signer: actor.descriptor,
    moment: momentText(parts.engine.clock, at.toISOString()),
  })
  await keepPaper(parts.files, context, row, {
    pdf,
    fileName: `Контроль физлица ${row.number}.pdf`,
    typeCode: 'CONTROL_FORM',
    title: `Контроль физлица: ${control.name}`,
    kept: (documentId) =>
      writeSignature(db, id, { documentId, hits: control.hits ?? [], signedBy: actor.employeeId, at }),
  })
  return oneOf(context, row, id)
}

/** Versions of a form: who changed what. */
export async function controlHistory(
  context: Context,
  { caseId, id }: { readonly caseId: number; readonly id: number },
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  const row = await requireDecidable(context, caseId)
  if ((await findControl(context.db, row.id, id)) === undefined)
    throw notFound('Формы контроля с таким номером в заявке нет')
  return listCardHistory(context, { objectType: 'individualControl', objectId: id }, controlLabels, query)
}
