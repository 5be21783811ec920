import type { ChainVerdict } from '@ipoteka-office/contract/cases/case-changes.ts'
import { SectionCode, sectionOf } from '@ipoteka-office/contract/cases/case-sections.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Db } from '#db/database.ts'
import { findLastCheck, recordChainCheck } from '#features/access-log/chain-checks.service.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import type { CardLabels } from '#features/history/card-history.rules.ts'
import { requireDecidable } from '#features/underwriting/decisions.service.ts'
import type { Context } from '#http/route.ts'
import { momentText } from '#lib/bank-time.ts'
import { labelsOf } from './case-labels.ts'
import { findObjects } from './case-versions.repo.ts'
import type { ChangesScope } from './changes.repo.ts'
import { labelsBeside } from './changes.rules.ts'
import { scopeOf } from './changes.service.ts'
import {
  countChain,
  countDecisions,
  findBrokenDecision,
  findBrokenLink,
  findBrokenSealOf,
  findLastTold,
} from './chains.repo.ts'
import { type BrokenDecision, brokenWords, type Drifted, driftedIn, type Findings } from './chains.rules.ts'

/** Rows whose every change of what people know goes through the history. */
const followed = ['case', 'caseParticipant', 'caseSection', 'realtyObject']

/** The whole of a case, whatever the one who checks may see of it: they learn numbers of records alone. */
const wholeScope = (engine: Engine, context: Context, row: CaseRow): ChangesScope => ({
  ...scopeOf(engine, context.actor, row),
  documentsOf: caseTypes[row.type].documents.owner,
  documentsOfRealty: true,
})

const knownFields = (labels: CardLabels): Set<string> =>
  new Set(
    Object.entries(labels).flatMap(([type, { fields }]) =>
      Object.keys(fields).map((name) => `${type}.${name}`),
    ),
  )

async function findingsOf(db: Db, scope: ChangesScope, labels: CardLabels): Promise<Findings> {
  const { caseId } = scope.objects
  return {
    link: await findBrokenLink(db, scope),
    decision: await findBrokenDecision(db, caseId),
    seal: await findBrokenSealOf(db, scope),
    drifted: driftedIn(
      await findObjects(db, caseId, followed),
      await findLastTold(db, scope, followed),
      knownFields(labels),
    ),
  }
}

const objectNames: Readonly<Record<string, string>> = {
  case: 'Заявка',
  caseSection: 'Раздел анкеты',
  caseParticipant: 'Участник',
  caseRemark: 'Замечание',
  caseComment: 'Комментарий',
  caseDecision: 'Решение',
  subjectDecision: 'Решение по заёмщику или объекту',
  document: 'Документ',
  document_file: 'Файл документа',
  realtyObject: 'Предмет ипотеки',
}

function fieldWords(labels: CardLabels, { objectType, section, field }: Drifted): string {
  const code = SectionCode.safeParse(section)
  if (code.success) {
    const { title, fields } = sectionOf(code.data)
    const spec: { label: string } | undefined = (fields as Record<string, { label: string }>)[field]
    return `Раздел «${title}», поле «${spec?.label ?? field}»`
  }
  return `${objectNames[objectType] ?? objectType}, поле «${labels[objectType]?.fields[field]?.label ?? field}»`
}

/** Computes the chains of an application again and writes down who did it and what came of it. */
export async function verifyChains(engine: Engine, context: Context, caseId: number): Promise<ChainVerdict> {
  const { db } = context
  const row = await requireDecidable(context, caseId)
  const labels = { ...labelsBeside(row.type), ...labelsOf(engine, row.type) }
  const scope = wholeScope(engine, context, row)
  const counted = await countChain(db, scope)
  const broken = brokenWords(await findingsOf(db, scope, labels), {
    moment: (value) => momentText(engine.clock, value),
    object: (type) => objectNames[type] ?? caseTypes[row.type].word,
    field: (drifted) => fieldWords(labels, drifted),
  })
  const text = broken ?? 'Всё так, как было записано: ни одна запись не изменена, не убрана и не вставлена.'
  const verdict = { isWhole: broken === null, text, ...counted }
  return recordChainCheck(context, { type: caseTypes[row.type].object, id: row.id }, verdict)
}

/** The last check of the chains of an application; null: nobody has checked them. */
export async function lastCheck(context: Context, caseId: number): Promise<ChainVerdict | null> {
  const row = await requireDecidable(context, caseId)
  return findLastCheck(context.db, { type: caseTypes[row.type].object, id: row.id })
}

/** What a check of all the decisions of the bank found. */
export interface DecisionsVerdict {
  readonly decisions: number
  readonly broken: BrokenDecision | null
}

/** Computes the chains of all decisions again and compares their ends with the history, which is sealed. */
export const verifyDecisions = async (db: Db): Promise<DecisionsVerdict> => ({
  decisions: await countDecisions(db),
  broken: await findBrokenDecision(db, null),
})
