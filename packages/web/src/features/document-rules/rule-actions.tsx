import {
  copyDocumentRule,
  type DocumentRule,
  deleteDocumentRule,
  discardRuleDraft,
  restoreDocumentRule,
} from '@ipoteka-office/contract/document-rules/document-rules.ts'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { Popover } from '#ui/overlay/popover.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import styles from './document-rules.module.css'
import { adoptRule, sayRuleFailure } from './use-rule-record.ts'

const no = (what: string) => `Нет права на ${what} правил. Обратитесь к администратору`

interface Actions {
  rule: DocumentRule
  /** There are unsaved changes. */
  dirty: boolean
  /** Called with the rule as it is now; the form begins anew. */
  onChanged: (rule: DocumentRule) => void
  onCopied: (copy: DocumentRule) => void
  onProcess: () => void
}

/** Commands about the whole rule: each says what it did or why it could not. */
function useCommands({ rule, onChanged, onCopied }: Actions) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const params = { id: String(rule.id) }
  const run = async (failed: string, done: string, command: () => Promise<DocumentRule>) => {
    setBusy(true)
    try {
      const changed = await command()
      await adoptRule(client, changed)
      toast.success(done, { keepOnRouteChange: true })
      return changed
    } catch (failure) {
      sayRuleFailure(failed, failure)
      return null
    } finally {
      setBusy(false)
    }
  }
  const body = { version: rule.version }
  return {
    busy,
    copy: async () => {
      const copy = await run('Копия не сделана', 'Копия создана: это черновик', () =>
        call(copyDocumentRule, { params }),
      )
      if (copy) onCopied(copy)
    },
    discard: async () => {
      const yes = await confirm({
        text: 'Отказаться от черновика? Опубликованное останется как есть.',
        okText: 'Отказаться',
        danger: true,
      })
      if (!yes) return
      const changed = await run('Черновик не отменён', 'Черновик отменён', () =>
        call(discardRuleDraft, { params, body }),
      )
      if (changed) onChanged(changed)
    },
    remove: async () => {
      const yes = await confirm({
        text: 'Пометить правило на удаление? С сегодняшнего дня оно не действует; его можно восстановить.',
        okText: 'Удалить',
        danger: true,
      })
      if (!yes) return
      const changed = await run('Правило не удалено', 'Правило помечено на удаление', () =>
        call(deleteDocumentRule, { params, query: body }),
      )
      if (changed) onChanged(changed)
    },
    restore: async () => {
      const changed = await run('Правило не восстановлено', 'Правило восстановлено', () =>
        call(restoreDocumentRule, { params, body }),
      )
      if (changed) onChanged(changed)
    },
  }
}

/** «Ещё»: copy, throw the draft away, delete; of a deleted rule: restore. */
export function RuleActions(props: Actions) {
  const { rule, dirty, onProcess } = props
  const { mayCall } = useRights()
  const { busy, copy, discard, remove, restore } = useCommands(props)
  const reasonOf = (endpoint: EndpointSpec, what: string) => (mayCall(endpoint) ? null : no(what))
  const unsaved = dirty ? 'Сначала сохраните изменения или откажитесь от них' : null
  if (rule.deletedAt !== null)
    return (
      <Button
        look="primary"
        loading={busy}
        disabledReason={reasonOf(restoreDocumentRule, 'удаление')}
        onClick={() => void restore()}
      >
        Восстановить
      </Button>
    )
  const published = rule.revisionsCount > 0
  const giveUp = rule.draft?.actions.find(({ code }) => code === 'discard')
  const entries = [
    { name: 'Копировать', run: copy, reason: reasonOf(copyDocumentRule, 'создание') ?? unsaved },
    ...(rule.draft && published
      ? [
          {
            name: 'Отказаться от черновика',
            run: discard,
            reason: giveUp ? giveUp.reasonDisabled : no('изменение'),
          },
        ]
      : []),
    { name: 'Схема процесса', run: onProcess, reason: null },
    { name: 'Удалить', run: remove, reason: reasonOf(deleteDocumentRule, 'удаление') ?? unsaved },
  ]
  return (
    <Popover
      label="Действия с правилом"
      trigger={(trigger) => (
        <Button {...trigger} loading={busy}>
          Ещё
        </Button>
      )}
    >
      {(close) => (
        <div className={styles.menu}>
          {entries.map(({ name, run, reason }) => (
            <Button
              key={name}
              look="quiet"
              disabledReason={reason}
              onClick={() => {
                close()
                void run()
              }}
            >
              {name}
            </Button>
          ))}
        </div>
      )}
    </Popover>
  )
}
