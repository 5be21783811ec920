import type { JournalRow } from '@ipoteka-office/contract/underwriting/journal.ts'
import {
  changeJournalTasks,
  escalateTask,
  type JournalTaskChange,
} from '@ipoteka-office/contract/underwriting/journal-tasks.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { BulkAction } from '#ui/table/data-table.tsx'
import { type ItemAnswer, useBulk } from '#widgets/list/bulk.tsx'
import { bulkOf, offer } from '#widgets/list/bulk-changes.tsx'
import type { Chosen } from '#widgets/list/selection.tsx'

const TransferDialog = onDemand(async () => (await import('./transfer-many.tsx')).TransferMany)

/** So many applications are held at once. */
const atOnce = 50
async function run(ids: number[], change: JournalTaskChange): Promise<ItemAnswer[]> {
  const answers: ItemAnswer[] = []
  for (let from = 0; from < ids.length; from += atOnce) {
    const body = { ids: ids.slice(from, from + atOnce), change }
    answers.push(...(await call(changeJournalTasks, { body })).results)
  }
  return answers
}

const of = ['заявку', 'заявок'] as const
const taken = bulkOf<JournalTaskChange, ItemAnswer>({
  ...{ run, of, needs: { call: changeJournalTasks, to: 'действия с задачами' } },
  offers: [
    offer('Взять', {
      note: 'Свободные задачи станут вашими.',
      change: (): JournalTaskChange => ({ action: 'take' }),
    }),
    offer('Вернуть в очередь', {
      note: 'Задачи станут свободными: их возьмёт тот, кто вправе.',
      change: (): JournalTaskChange => ({ action: 'giveBack' }),
    }),
    offer('Отложить', {
      fields: { days: { label: 'На сколько дней', kind: 'whole', max: 30 } },
      note: 'Задачи вернутся в список через столько дней. Их срок не изменится.',
      change: ({ days }): JournalTaskChange => ({ action: 'postpone', days }),
      missing: 'Укажите от 1 до 30 дней',
    }),
  ],
})
const escalated = bulkOf<JournalTaskChange, ItemAnswer>({
  ...{ run, of, needs: { call: escalateTask, to: 'эскалацию заявок' } },
  offers: [
    offer('Эскалировать', {
      fields: { reason: { label: 'Причина', kind: 'words', max: 500 } },
      note: 'Задачи перейдут руководителям групп. Причину они увидят в уведомлении и в истории.',
      change: ({ reason }): JournalTaskChange => ({ action: 'escalate', reason }),
      missing: 'Напишите, почему заявки решает руководитель',
    }),
  ],
})

/** Hands the tasks over; who may have them is asked of the first, and the others answer for themselves. */
function Transfer({ chosen }: { chosen: Chosen<JournalRow> }) {
  const [isAsked, setAsked] = useState(false)
  const bulk = useBulk<JournalTaskChange, ItemAnswer>(chosen, {
    run: async (ids, change) => {
      const answers = await run(ids, change)
      setAsked(false)
      return answers
    },
  })
  const task = chosen.rows.find((row) => row.task !== null)?.task ?? null
  return (
    <>
      <BulkAction
        disabledReason={task === null ? 'У выбранных заявок нет открытых задач' : null}
        onClick={() => setAsked(true)}
      >
        Передать
      </BulkAction>
      {isAsked && task !== null && (
        <TransferDialog
          task={task}
          count={chosen.keys.length}
          isBusy={bulk.isBusy}
          onApply={(change) => void bulk.start(change)}
          onClose={() => setAsked(false)}
        />
      )}
      {bulk.dialog}
    </>
  )
}

/** What is done with the tasks of the chosen applications of a journal. */
export function JournalBulk({ chosen }: { chosen: Chosen<JournalRow> }) {
  return (
    <>
      {taken(chosen)}
      <Transfer chosen={chosen} />
      {escalated(chosen)}
    </>
  )
}
