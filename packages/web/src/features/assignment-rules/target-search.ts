import type { TargetKind } from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import type { AssignmentScope } from '@ipoteka-office/contract/assignment-rules/assignment-scopes.ts'
import { findRuleTargets } from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import { call } from '#api/call.ts'
import type { Option, SearchOptions } from '#ui/select/option-search.ts'

/** Who and what a rule may name, as the person types. */
export const searchTargets =
  (scope: AssignmentScope, kind: TargetKind): SearchOptions =>
  async (search, signal): Promise<Option[]> =>
    (await call(findRuleTargets, { params: { scope }, query: { kind, search } }, { signal })).map(
      ({ id, name, note }) => ({ code: String(id), name: note === '' ? name : `${name} — ${note}` }),
    )
