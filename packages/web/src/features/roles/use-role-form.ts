import { isPrivateField } from '@ipoteka-office/contract/common/private-fields.ts'
import type { RoleCard } from '@ipoteka-office/contract/roles.ts'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useSession } from '#api/session.ts'
import type { Difference, Side } from '#ui/compare-dialog.tsx'
import { useDraft } from '#ui/use-draft.tsx'
import { useUnsavedChanges } from '#ui/use-unsaved-changes.ts'
import { type Held, type MatrixRow, ordered } from './matrix.ts'
import { type LateSave, lateSaveOf, sayRoleFailure, useRoleCalls } from './use-role-save.ts'

const Values = z.object({ operations: z.record(z.string(), z.array(z.string())) })

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

/** The operations of a role as they are being edited: draft, guard, save and the comparison of a late one. */
export function useRoleForm(role: RoleCard, canEdit: boolean) {
  const form = useForm<{ operations: Held }>({ defaultValues: { operations: ordered(role.operations) } })
  // The version the form began from; it stays behind while somebody else saves and there are own changes.
  const [base, setBase] = useState(role)
  const [late, setLate] = useState<(LateSave & { mine: Held }) | null>(null)
  const calls = useRoleCalls()
  const { isDirty } = form.formState
  const held = useWatch({ control: form.control, name: 'operations' })
  const replace = (next: RoleCard) => {
    form.reset({ operations: ordered(next.operations) })
    setBase(next)
  }
  const outdated = role.version !== base.version
  useEffect(() => {
    if (outdated && !form.formState.isDirty) replace(role)
  })
  const draft = useDraft(form, {
    isPrivate: isPrivateField,
    record: `roles/${role.id}`,
    user: useSession().profile.login,
    version: base.version,
    ready: canEdit,
  })
  useUnsavedChanges(isDirty, draft.clear, { search: ['role', 'mode'] })

  const send = async (operations: Held, from: RoleCard) => {
    try {
      const { role: saved, request } = await calls.update(from, { operations })
      draft.clear()
      // What waits for a second person has not changed the role.
      replace(request === null && saved ? saved : from)
    } catch (failure) {
      const conflict = lateSaveOf(failure)
      if (conflict) setLate({ ...conflict, mine: operations })
      else sayRoleFailure(failure)
    }
  }
  return {
    held,
    saved: base.operations,
    isDirty,
    busy: calls.busy,
    outdated: outdated && isDirty,
    set: (next: Held) => form.setValue('operations', next, { shouldDirty: true }),
    undo: () => {
      draft.clear()
      replace(role)
    },
    save: () => void send(held, base),
    late,
    dropLate: () => setLate(null),
    resolve: (choice: Record<string, Side>) => {
      if (!late) return
      const merged = mergeHeld(late.mine, late.current.operations, choice)
      setLate(null)
      replace(late.current)
      if (!Object.values(choice).includes('mine')) return
      form.setValue('operations', merged, { shouldDirty: true })
      void send(merged, late.current)
    },
    draft: {
      ...draft,
      restore: () => (Values.safeParse(draft.draft?.values).success ? draft.restore() : draft.discard()),
    },
  }
}
