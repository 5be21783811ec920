import { authorityFields as of } from '@ipoteka-office/contract/underwriting/authority-fields.ts'
import { authorityProducts } from '@ipoteka-office/contract/underwriting/authority.ts'
import {
  type GivenAuthority,
  requestAuthorityEnd,
  type Underwriter,
} from '@ipoteka-office/contract/underwriting/underwriter-card.ts'
import { call } from '#api/call.ts'
import { EndDialog } from '#widgets/record/end-dialog.tsx'
import { refreshUnderwriters } from './refresh-underwriters.ts'

/** Asks a second person to end an authority. */
export function AuthorityEndDialog({
  underwriter: { id, version },
  authority,
  onClose,
}: {
  underwriter: Underwriter
  authority: GivenAuthority
  onClose: () => void
}) {
  return (
    <EndDialog
      title={`Прекратить полномочия: ${authorityProducts[authority.product].toLocaleLowerCase('ru')}`}
      labels={{ validTo: of.validTo.label, reason: of.reason.label }}
      why="Напишите, почему полномочия прекращают"
      maxLength={1_000}
      send={async (end) => {
        const params = { id: String(id), authorityId: String(authority.id) }
        await call(requestAuthorityEnd, { params, body: { ...end, version } })
        await refreshUnderwriters()
      }}
      onClose={onClose}
    />
  )
}
