import { approverObject, approverTypes, workStatuses } from '@ipoteka-office/contract/approvers.ts'
import { hasAllOperations } from '@ipoteka-office/contract/operations.ts'
import type { SearchHit } from '@ipoteka-office/contract/search.ts'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { findApplications, findApprovers, findPartners } from './search.repo.ts'

const minLength = 2
const maxWords = 6

/** Up to five hits of each kind the caller has a right to and whose page the caller may open. */
export async function searchEverywhere(db: Db, actor: Actor, text: string): Promise<SearchHit[]> {
  const words = text.split(/\s+/).filter(Boolean).slice(0, maxWords)
  if (words.join('').length < minLength) return []
  const { operations } = actor
  const types = (['oic', 'nis'] as const).filter((type) =>
    hasAllOperations(operations, { [approverObject.objects[type]]: ['Read'] }),
  )
  const mayOpen = types.length > 0
  // The page of an application is the list of its department until it has one of its own.
  const applications =
    mayOpen && hasAllOperations(operations, { Application: ['List'] })
      ? await findApplications(db, actor, types, words)
      : []
  const approvers = mayOpen ? await findApprovers(db, actor, types, words) : []
  const partners = hasAllOperations(operations, { Partner: ['List'] })
    ? await findPartners(db, actor, words)
    : []
  return [
    ...applications.map((found) => ({
      kind: 'application' as const,
      title: found.number,
      subtitle: `${found.clientName}, ${found.programme}`,
      link: `/list-workload-employees/${found.type}?application=${encodeURIComponent(found.number)}`,
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
      subtitle: `${approverTypes[found.type]}, ${workStatuses[found.workStatus as keyof typeof workStatuses].toLowerCase()}`,
      link: `/workload-employee/${found.type}/${found.id}`,
    })),
  ]
}
