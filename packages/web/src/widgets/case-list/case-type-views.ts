import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { ComponentType } from 'react'
import type { Wished } from '../case-card/wished.ts'

export interface CreateDialogProps {
  readonly onClose: () => void
  readonly onCreated: (id: number) => void
  /** What the person has said before: an offer of the catalogue. */
  readonly wished?: Wished
}

/** What the pages of a type of cases add to its object. */
export interface CaseTypeView {
  /** Asks what a new case begins with; of types whose object says `inDialog`. */
  readonly CreateDialog?: ComponentType<CreateDialogProps>
}

let views: Readonly<Partial<Record<CaseType, CaseTypeView>>> = {}

/** Tells the widgets what the pages of the types add: called once, before anything is drawn. */
export function registerCaseViews(given: typeof views): void {
  views = given
}

/** What the pages of a type add; nothing where they add nothing. */
export const viewOf = (type: CaseType): CaseTypeView => views[type] ?? {}
