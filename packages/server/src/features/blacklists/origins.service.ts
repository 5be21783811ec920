import { type BlacklistKind, blacklistObject } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import type { EntryInput } from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { entryMachine } from '@ipoteka-office/contract/blacklists/entry-machine.ts'
import { hasAllOperations } from '@ipoteka-office/contract/rights.ts'
import type { Db } from '#db/database.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { seesPersonalData } from '#lib/masking.ts'
import { type BlacklistParts, createEntry } from './entries.service.ts'
import { maskedTitle } from './identity.rules.ts'
import { findEntriesOf, insertOrigin } from './origins.repo.ts'

const may = ({ isAhml, operations }: Actor, kind: BlacklistKind, wanted: readonly string[]): boolean =>
  isAhml && hasAllOperations(operations, { [blacklistObject.objects[kind]]: wanted })

/** Whether the person may write a new entry of the list. */
export const mayList = (actor: Actor, kind: BlacklistKind): boolean =>
  may(actor, kind, ['Read', 'ReadReason', 'Create'])

/** Prepares an entry that follows from a verdict: a draft like any other, which a second person agrees to. */
export async function listAfterVerdict(
  context: Context,
  parts: BlacklistParts,
  { caseId, verdictId }: { readonly caseId: number; readonly verdictId: number },
  { kind, input }: { readonly kind: BlacklistKind; readonly input: EntryInput },
): Promise<void> {
  const { id } = await createEntry(context, parts, kind, input)
  await insertOrigin(context.db, { entryId: id, caseId, verdictId })
}

/** Entries that came from the verdicts of a case, as the person may see them. */
export async function entriesAfterVerdicts(db: Db, actor: Actor, caseId: number) {
  const rows = await findEntriesOf(db, caseId)
  return rows.map(({ state, title, kind, ...entry }) => ({
    ...entry,
    kind,
    title: seesPersonalData(actor) ? title : maskedTitle(kind, title),
    stateName: entryMachine.states[state].name,
    open: may(actor, kind, ['Read']),
  }))
}
