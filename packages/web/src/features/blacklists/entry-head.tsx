import type { AllowedAction } from '@ipoteka-office/contract/common/process.ts'
import type { BlacklistEntry } from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { saveBlacklistEntry } from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { FormHead } from '#ui/form/form-section.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import styles from './blacklists.module.css'
import { AppealDialog, MoveDialog, ProlongDialog, RemovalDialog } from './entry-dialogs.tsx'
import { LevelTag, StateDot } from './entry-marks.tsx'

type Asked =
  | { readonly kind: 'move'; readonly action: AllowedAction }
  | { readonly kind: 'prolong' | 'remove' | 'appeal' }

function Asks({ entry, asked, onClose }: { entry: BlacklistEntry; asked: Asked; onClose: () => void }) {
  if (asked.kind === 'move') return <MoveDialog entry={entry} action={asked.action} onClose={onClose} />
  if (asked.kind === 'prolong') return <ProlongDialog entry={entry} onClose={onClose} />
  if (asked.kind === 'remove') return <RemovalDialog entry={entry} onClose={onClose} />
  return <AppealDialog entry={entry} onClose={onClose} />
}

/** Who it is, how it acts, and what may be done: at once, or by a request to a second person. */
export function EntryHead({ entry }: { entry: BlacklistEntry }) {
  const { kind, id, changes, state } = entry
  const [asked, setAsked] = useState<Asked | null>(null)
  const rights = useRights()
  const go = useNavigate()
  const mayEdit = rights.mayCall(saveBlacklistEntry, { kind })
  const edit = () => void go({ to: '/blacklist/$kind/edit/$id', params: { kind, id: String(id) } })
  const acts = state === 'ACTIVE'
  return (
    <div className={styles.sticky}>
      <FormHead
        title={entry.title || 'Сведения уничтожены'}
        subtitle={
          <span className={styles.marks}>
            Запись № {id} <StateDot state={state} /> <LevelTag {...entry} />
          </span>
        }
      >
        {mayEdit && (state === 'DRAFT' || acts) && (
          <Button onClick={edit} disabledReason={acts ? changes.change.reasonDisabled : null}>
            Изменить
          </Button>
        )}
        {mayEdit && acts && (
          <Menu
            label="Ещё действия с записью"
            items={[
              {
                label: 'Продлить…',
                reason: entry.validTo === null ? 'Запись и так бессрочная' : changes.prolong.reasonDisabled,
                onClick: () => setAsked({ kind: 'prolong' }),
              },
              {
                label: 'Принять обжалование…',
                reason: changes.appeal.reasonDisabled,
                onClick: () => setAsked({ kind: 'appeal' }),
              },
              {
                label: 'Снять…',
                danger: true,
                reason: changes.remove.reasonDisabled,
                onClick: () => setAsked({ kind: 'remove' }),
              },
            ]}
          />
        )}
        {entry.actions.map((action) => (
          <Button
            key={action.code}
            look={action.look === 'primary' ? 'primary' : 'default'}
            disabledReason={action.reasonDisabled}
            onClick={() => setAsked({ kind: 'move', action })}
          >
            {action.label}
          </Button>
        ))}
      </FormHead>
      {asked && <Asks entry={entry} asked={asked} onClose={() => setAsked(null)} />}
    </div>
  )
}
