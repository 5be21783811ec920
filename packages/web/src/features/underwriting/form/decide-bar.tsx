import { decisionPath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import type { FormRoom } from '@ipoteka-office/contract/underwriting/form/room.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import styles from './decide-bar.module.css'
import { mainWay } from './main-way.ts'

const MoveDialog = onDemand(async () => (await import('#widgets/case/move-dialog.tsx')).MoveDialog)
const RemarkWindow = onDemand(async () => (await import('./remark-window.tsx')).RemarkWindow)

const outcomes = { REJECT: 'danger' } as const

/** The sticky line below: what is not chosen yet, and every way out of the room. */
export function DecideBar({ head, room, onFirst }: { head: CaseHead; room: FormRoom; onFirst: () => void }) {
  const go = useNavigate()
  const [asked, setAsked] = useState<'rework' | 'remark' | null>(null)
  const rework = head.actions.find(({ code }) => code === 'returnForRework')
  const main = mainWay(room)
  const others = room.ways.filter((way) => way.outcome !== 'APPROVE' && way.outcome !== 'ESCALATE')
  const own = room.open.find(({ participantId }) => participantId === room.participantId)?.labels.length ?? 0
  const all = room.open.reduce((sum, { labels }) => sum + labels.length, 0)
  const decide = (action: string) => void go({ href: decisionPath(head.type, head.id, action) })
  return (
    <div className={styles.bar} role="region" aria-label="Решение по заявке">
      {all === 0 ? (
        <span className={styles.done}>Расхождений без выбора нет</span>
      ) : (
        <span className={styles.open}>
          {countOf(all, 'расхождение', 'расхождения', 'расхождений')} без выбора
          {own === 0 && ': у других участников'}
        </span>
      )}
      {own > 0 && (
        <Button look="link" onClick={onFirst}>
          К первому
        </Button>
      )}
      <span className={styles.push} />
      <Button data-remark onClick={() => setAsked('remark')}>
        Замечание
      </Button>
      {rework && (
        <Button
          disabledReason={rework.enabled ? null : (rework.reasonDisabled ?? 'Сейчас недоступно')}
          onClick={() => setAsked('rework')}
        >
          Доработка
        </Button>
      )}
      {others.map((way) => (
        <Button
          key={way.action}
          look={way.outcome in outcomes ? 'danger' : 'default'}
          disabledReason={way.reasonDisabled}
          onClick={() => decide(way.action)}
        >
          {way.label}
        </Button>
      ))}
      {main && (
        <Button look="primary" disabledReason={main.reasonDisabled} onClick={() => decide(main.action)}>
          {main.outcome === 'ESCALATE' ? 'Передать руководителю' : main.label} <Kbd>Ctrl ↵</Kbd>
        </Button>
      )}
      {asked === 'rework' && rework && (
        <MoveDialog head={head} action={rework} onClose={() => setAsked(null)} />
      )}
      {asked === 'remark' && (
        <RemarkWindow caseId={head.id} type={head.type} onClose={() => setAsked(null)} />
      )}
    </div>
  )
}
