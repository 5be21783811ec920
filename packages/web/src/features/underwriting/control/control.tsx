import { casePath, controlPath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import {
  type ControlSheet,
  getControls,
  type IndividualControl,
  startControl,
} from '@ipoteka-office/contract/underwriting/individual-control.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { keyOf, query } from '#api/query.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Empty } from '#ui/empty.tsx'
import { latePart } from '#ui/late/late-part.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { Parts } from '#ui/parts.tsx'
import { useCaseRefresh } from '#widgets/case/case-data.ts'
import { CasePage } from '#widgets/case/case-page.tsx'
import { DecisionPages } from '#widgets/case/decision-pages.tsx'
import { LoadedCase } from '#widgets/case/loaded-case.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { OfProduct } from '../of-product.tsx'
import styles from './control.module.css'

// An application without a control needs no form.
const ControlForm = latePart(
  async () => (await import('./control-form.tsx')).ControlForm,
  <PageSkeleton kind="form" />,
)

/** «Контроль физлица»: the forms of an application by person. */
export function ControlPage({ id, path }: { id: string; path: string }) {
  return (
    <LoadedCase id={id}>
      {(head) => (
        <OfProduct address={controlPath(head.type, head.id)} path={path}>
          <Controls head={head} />
        </OfProduct>
      )}
    </LoadedCase>
  )
}

function Controls({ head }: { head: CaseHead }) {
  usePagePlace({ text: `№ ${head.number}`, href: casePath(head.type, head.id) }, 'Контроль физлица')
  const answer = useQuery(query(getControls, { params: { id: String(head.id) } }))
  useCaseRefresh(head.id, ['head', 'participants', 'control', 'checks'], () => void answer.refetch())
  return (
    <CasePage head={head} panel="folded">
      <DecisionPages head={head} here="control" />
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <PageSkeleton kind="form" />}
      {answer.data && <Sheet head={head} sheet={answer.data} />}
    </CasePage>
  )
}

const stateOf = ({ signedAt }: IndividualControl): string =>
  signedAt === null ? 'не подписана' : 'подписана'

function Sheet({ head, sheet }: { head: CaseHead; sheet: ControlSheet }) {
  const { controls } = sheet
  const [chosen, setChosen] = useState<string | null>(null)
  const open = controls.find(({ id }) => String(id) === chosen) ?? controls[0]
  return (
    <div className={styles.sheet}>
      {open ? (
        <Parts
          label="Кого контролируют"
          value={String(open.id)}
          onChange={setChosen}
          parts={controls.map((control) => ({
            key: String(control.id),
            label: `${control.name}, ${stateOf(control)}`,
            draw: () => <ControlForm key={control.id} head={head} control={control} />,
          }))}
        />
      ) : (
        <section className={cx('card', styles.box)}>
          <Empty
            title="Контроль не назначен"
            text="Его начинают проверки, случайная выборка по программе или андеррайтер, отправляя заявку на контроль."
          />
        </section>
      )}
      {sheet.free.length > 0 && <More sheet={sheet} />}
    </div>
  )
}

/** People whose control may be begun too. */
function More({ sheet: { caseId, free, startable } }: { sheet: ControlSheet }) {
  const client = useQueryClient()
  const start = useMutation({
    mutationFn: (participantId: number) =>
      call(startControl, { params: { id: String(caseId) }, body: { participantId } }),
    onError: notifyFailure,
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(getControls) }),
  })
  return (
    <section className={cx('card', styles.box)} aria-label="Начать контроль">
      <h2>Начать контроль</h2>
      <ul className={styles.people}>
        {free.map(({ participantId, name, roleName }) => (
          <li key={participantId}>
            <span>
              {name || 'Без имени'} <span className="muted">{roleName}</span>
            </span>
            <Button
              loading={start.isPending && start.variables === participantId}
              disabledReason={startable.reasonDisabled}
              onClick={() => start.mutate(participantId)}
            >
              Начать
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
