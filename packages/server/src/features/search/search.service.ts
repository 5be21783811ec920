import { lowered } from '@ipoteka-office/contract/words.ts'
import { departmentPath } from '@ipoteka-office/contract/cases/list-links.ts'
import {
  ApproverType,
  approverObject,
  approverTypes,
  workStatuses,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { hasAllOperations } from '@ipoteka-office/contract/rights.ts'
import type { SearchHit } from '@ipoteka-office/contract/search/search.ts'
import type { Db } from '#db/database.ts'
import { recordUnmasking } from '#features/access-log/access-log.service.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { stageNameFor } from '#lib/shown-stages.ts'
import {
  type FoundCase,
  findByNumbers,
  findByPartner,
  findByWords,
  findLatestOpened,
  findReachedPartners,
} from './case-search.repo.ts'
import { findApplications, findApprovers, findPartners } from './search.repo.ts'
import { foundBy, meaningOf, ranked, type SearchMeaning } from './search.rules.ts'

/** Cases shown; more than of the other kinds, because they are what is looked for most. */
const maxCases = 8

/** Types of cases whose pages the person may open. */
const readableTypes = ({ operations }: Actor): CaseType[] =>
  CaseType.options.filter((type) => operations[caseTypes[type].object]?.includes('Read'))

async function findCases(db: Db, actor: Actor, meaning: SearchMeaning, text: string): Promise<FoundCase[]> {
  const types = readableTypes(actor)
  if (types.length === 0) return []
  const reach = { types, ...(await findReachedPartners(db, actor)) }
  const known = await findByNumbers(db, reach, { ...meaning, number: text.trim() })
  // Who gives a number means that one: what only looks like it would be read for nothing.
  if (known.length > 0 || meaning.caseWords.length === 0) return ranked(known, maxCases)
  const [byWords, byPartner] = await Promise.all([
    findByWords(db, reach, meaning.caseWords),
    findByPartner(db, reach, meaning.caseWords),
  ])
  return ranked([...byWords, ...byPartner], maxCases)
}

/** Whoever finds a case by a passport or a phone has learnt whose it is. */
async function noteFound(context: Context, cases: readonly FoundCase[]): Promise<void> {
  for (const { id, type } of cases.filter(({ by }) => by === 'passport' || by === 'phone'))
    await recordUnmasking(
      context,
      { type: caseTypes[type].object, id },
      { persons: 1, what: 'Найдено по номеру паспорта или телефона' },
    )
}

function toHit(
  reader: Actor,
  { id, type, number, clientName, stage, partner }: Omit<FoundCase, 'by'>,
  by = '',
): SearchHit {
  const parts = [
    clientName,
    caseTypes[type].name.toLowerCase(),
    stageNameFor(reader, type, stage),
    partner,
    by,
  ]
  return {
    kind: 'case',
    caseType: type,
    title: number,
    subtitle: parts.filter(Boolean).join(', '),
    link: casePath(type, id),
  }
}

/** Latest cases shown before anything is typed. */
const maxLatest = 5

/** The cases that the person opened last, as hits of the search. */
export async function listLatestOpened({ db, actor }: Context): Promise<SearchHit[]> {
  const found = await findLatestOpened(db, actor, { types: readableTypes(actor), most: maxLatest })
  return found.map((one) => toHit(actor, one))
}

/** Up to five hits of each kind the caller has a right to and whose page the caller may open. */
export async function searchEverywhere(context: Context, text: string): Promise<SearchHit[]> {
  const { db, actor } = context
  const meaning = meaningOf(text)
  if (meaning === null) return []
  const { words } = meaning
  const { operations } = actor
  const types = ApproverType.options.filter((type) =>
    hasAllOperations(operations, { [approverObject.objects[type]]: ['Read'] }),
  )
  const mayOpen = types.length > 0
  const cases = await findCases(db, actor, meaning, text)
  await noteFound(context, cases)
  // Who sees the queue and not the applications themselves is led to the list of the department.
  const applications =
    mayOpen &&
    hasAllOperations(operations, { Application: ['List'] }) &&
    !hasAllOperations(operations, { FullApplication: ['Read'] })
      ? await findApplications(db, actor, types, words)
      : []
  const approvers = mayOpen ? await findApprovers(db, actor, types, words) : []
  const partners = hasAllOperations(operations, { Partner: ['List'] })
    ? await findPartners(db, actor, words)
    : []
  return [
    ...cases.map((one) => toHit(actor, one, foundBy[one.by] ?? '')),
    ...applications.map((found) => ({
      kind: 'queued' as const,
      title: found.number,
      subtitle: `${found.clientName}, ${found.programme}`,
      link: `${departmentPath(found.type)}?application=${encodeURIComponent(found.number)}`,
    })),
    ...partners.map((found) => ({
      kind: 'partner' as const,
      title: found.shortName,
      subtitle: found.fullName,
      link: `/partner/${found.id}`,
    })),
    ...approvers.map((found) => ({
      kind: 'approver' as const,
      title: found.fullName,
      subtitle: `${approverTypes[found.type]}, ${lowered(workStatuses[found.workStatus as keyof typeof workStatuses])}`,
      link: `/workload-employee/${found.type}/${found.id}`,
    })),
  ]
}
