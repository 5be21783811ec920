import { getRole, RoleCard } from '@ipoteka-office/contract/roles/roles.ts'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { query } from '#api/query.ts'
import type { Difference, Side } from '#widgets/record/difference.ts'
import { useRecord } from '#widgets/record/use-record.ts'
import { type Held, type MatrixRow, ordered } from './matrix.ts'
import { sayRoleFailure, useRoleCalls } from './use-role-save.ts'

const Values = z.object({ operations: z.record(z.string(), z.array(z.string())) })
type Values = z.output<typeof Values>

/** The object types in which two maps differ, both in words. */
export function heldDifferences(mine: Held, server: Held, rows: readonly MatrixRow[]): Difference[] {
  const words = (held: Held, { objectType, operations }: MatrixRow) =>
    operations
      .filter(({ code }) => held[objectType]?.includes(code))
      .map(({ descriptor }) => descriptor)
      .join('; ')
  return rows
    .map((row) => ({
      key: row.objectType,
      label: row.name,
      mine: words(mine, row),
      server: words(server, row),
    }))
    .filter((difference) => difference.mine !== difference.server)
}

/** The operations after a side was chosen for every object type that differed. */
export function mergeHeld(mine: Held, server: Held, choice: Readonly<Record<string, Side>>): Held {
  const merged = { ...server }
  for (const [type, side] of Object.entries(choice)) if (side === 'mine') merged[type] = mine[type] ?? []
  return ordered(merged)
}

/** The operations of a role as they are being edited. */
export function useRoleForm(role: RoleCard, refusal: string | null, rows: readonly MatrixRow[]) {
  const calls = useRoleCalls()
  const kit = useRecord<RoleCard, Values>({
    record: role,
    name: 'Роль',
    draftKey: `roles/${role.id}`,
    toValues: ({ operations }) => ({ operations: ordered(operations) }),
    refusal,
    schema: RoleCard,
    shape: Values,
    save: async ({ operations }, version, on) => {
      const { role: saved, request } = await calls.update({ ...(on ?? role), version }, { operations })
      // What waits for a second person has not changed the role.
      return request === null ? saved : null
    },
    onFailure: (failure) => {
      sayRoleFailure(failure)
      return true
    },
    differences: (mine, server) => heldDifferences(mine.operations, server.operations, rows),
    merge: (mine, server, choice) => ({ operations: mergeHeld(mine.operations, server.operations, choice) }),
    queryKey: query(getRole, { params: { id: String(role.id) } }).queryKey,
    search: ['role', 'mode'],
  })
  const { form } = kit
  return {
    kit,
    held: useWatch({ control: form.control, name: 'operations' }),
    set: (next: Held) => form.setValue('operations', next, { shouldDirty: true }),
  }
}
