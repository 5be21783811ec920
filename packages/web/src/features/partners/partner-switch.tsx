import {
  getPartnerDependants,
  type PartnerDependants,
} from '@ipoteka-office/contract/partners/partner-reads.ts'
import {
  deactivatePartner,
  type Partner,
  reactivatePartner,
} from '@ipoteka-office/contract/partners/partners.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { usePartnerAccess } from './partner-access.ts'
import { dependantLines } from './partner-words.ts'
import { usePartnerRefresh } from './use-partner-refresh.ts'

function Dependants({ found }: { found: PartnerDependants }) {
  const lines = dependantLines(found)
  if (lines.length === 0) return <p className="muted">От партнёра ничего не зависит.</p>
  return (
    <>
      <p>С ним связаны и останутся как есть:</p>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {found.openCases > 0 && (
        <p className="muted">Открытые дела можно передать другому партнёру на вкладке «Переназначение».</p>
      )}
    </>
  )
}

/** «Отключить» with what depends on the partner, or «Включить». */
export function PartnerSwitch({ partner }: { partner: Partner }) {
  const access = usePartnerAccess()
  const refresh = usePartnerRefresh()
  const [busy, setBusy] = useState(false)
  const params = { partnerId: String(partner.id) }
  // The button is busy while the server works, not while the question stands.
  const working = async <T,>(act: () => Promise<T>): Promise<T> => {
    setBusy(true)
    try {
      return await act()
    } finally {
      setBusy(false)
    }
  }
  const switchOff = async () => {
    const found = await working(() => call(getPartnerDependants, { params }))
    const sure = await confirm({
      title: 'Отключить партнёра',
      text: `Отключить «${partner.shortName}»? Выбрать его в новых заявках и настройках будет нельзя.`,
      extra: <Dependants found={found} />,
      okText: 'Отключить',
      danger: true,
    })
    if (!sure) return
    const query = { version: partner.version, ...(found.total > 0 && { confirm: 'true' as const }) }
    await working(() => call(deactivatePartner, { params, query }))
    toast.success('Партнёр отключён')
  }
  const switchOn = async () => {
    await working(() => call(reactivatePartner, { params, body: { version: partner.version } }))
    toast.success('Партнёр включён')
  }
  const run = (act: () => Promise<void>) => void act().catch(notifyFailure).finally(refresh)
  return (
    <Button
      loading={busy}
      disabledReason={access.deactivate}
      onClick={() => run(partner.notActive ? switchOn : switchOff)}
    >
      {partner.notActive ? 'Включить' : 'Отключить'}
    </Button>
  )
}
