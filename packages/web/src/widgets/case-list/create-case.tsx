import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import {
  type CaseList,
  type CaseType,
  caseLists,
  caseTypes,
} from '@ipoteka-office/contract/cases/types/case-types.ts'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useRights } from '#api/rights.ts'
import type { MenuAction } from '../list/list-screen.tsx'
import { viewOf } from './case-type-views.ts'

/** The buttons that begin a case of each type of a list, in their order, and the dialog that one of them has opened. */
export function useCreateCase(list: CaseList): { actions: MenuAction[]; dialog: ReactNode } {
  const rights = useRights()
  const go = useNavigate()
  const [asked, setAsked] = useState<CaseType | null>(null)
  const actions = caseLists[list].types.flatMap((type): MenuAction[] => {
    const { create, object, path } = caseTypes[type]
    if (create === undefined) return []
    return [
      {
        text: create.text,
        disabledReason: rights.all({ [object]: create.operations }) ? null : create.refusal,
        onClick: () => (create.inDialog ? setAsked(type) : void go({ href: `${path}/new` })),
      },
    ]
  })
  const { CreateDialog } = asked === null ? {} : viewOf(asked)
  const dialog = asked !== null && CreateDialog !== undefined && (
    <CreateDialog onClose={() => setAsked(null)} onCreated={(id) => void go({ href: casePath(asked, id) })} />
  )
  return { actions, dialog }
}
