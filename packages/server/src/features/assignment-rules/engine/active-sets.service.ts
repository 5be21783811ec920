import type {
  AssignmentContent,
  ErrorTarget,
} from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import type { AssignmentScope } from '@ipoteka-office/contract/assignment-rules/assignment-scopes.ts'
import type { Db } from '#db/database.ts'
import { compile } from '#features/document-rules/condition.rules.ts'
import { findActive, findContent } from './active-sets.repo.ts'
import type { ReadyRule } from './choosing.rules.ts'

/** Rules ready to be asked. */
export interface ReadySet {
  /** Null: nothing was written yet. */
  readonly id: number | null
  readonly rules: readonly ReadyRule[]
  readonly errorTarget: ErrorTarget | null
}

export const readyRules = ({ rules }: AssignmentContent): ReadyRule[] =>
  rules.map((rule) => ({ rule, when: compile(rule.condition) }))

/** Before a bank writes rules of its own, whoever opens a case of their own partner leads it. */
export const contentBefore: AssignmentContent = {
  errorTarget: null,
  rules: [
    {
      id: 1_000_000_000,
      version: 1,
      name: 'Кто завёл, тот и ведёт',
      comment: '',
      enabled: true,
      validFrom: null,
      validTo: null,
      condition: null,
      strategy: 'AUTHOR',
      targets: [],
      limit: null,
      schedule: null,
      errorTarget: null,
    },
  ],
}

const before: ReadySet = { id: null, rules: readyRules(contentBefore), errorTarget: null }

/** What a version says never changes once it is in force: it is made ready once for as long as it is used. */
const ready = new Map<string, ReadySet & { readonly since: string }>()

/** The rules of a scope that are in force. */
export async function activeSet(db: Db, scope: AssignmentScope): Promise<ReadySet> {
  const active = await findActive(db, scope)
  if (active === undefined) return before
  const { id, since } = active
  const known = ready.get(scope)
  if (known?.id === id && known.since === since) return known
  const content = await findContent(db, id)
  const made = { id, since, rules: readyRules(content), errorTarget: content.errorTarget }
  ready.set(scope, made)
  return made
}
