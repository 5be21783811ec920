import { operatorRoleWarning } from '@ipoteka-office/contract/partners/partner-roles.ts'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'

/** Asks whether the partner's people shall see everything. */
export const confirmOperator = (): Promise<boolean> =>
  confirm({ text: `${operatorRoleWarning} Дать эту роль?`, okText: 'Дать роль', danger: true })
