import { casePath, formPath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { IdParam } from '@ipoteka-office/contract/common/scalars.ts'
import {
  type FormRoom,
  type FormTab,
  formTabs,
  getUnderwritingForm,
} from '@ipoteka-office/contract/underwriting/form/room.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { statusOf } from '#api/failure.ts'
import { query } from '#api/query.ts'
import { shortName } from '#lib/format.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { usePageLook } from '#theme/use-page-look.ts'
import { Empty } from '#ui/empty.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { useWholeCaseRefresh } from '#widgets/case/case-data.ts'
import { CasePage } from '#widgets/case/case-page.tsx'
import { DecisionPages } from '#widgets/case/decision-pages.tsx'
import { LoadedCase } from '#widgets/case/loaded-case.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import { OfProduct } from '../of-product.tsx'
import { DecideBar } from './decide-bar.tsx'
import styles from './form.module.css'
import { Indicators } from './indicators.tsx'
import { FormParts } from './form-parts.tsx'
import { Participants, TabList } from './sides.tsx'
import { useFormKeys } from './use-form-keys.ts'
import { useChosenRow } from './use-chosen-row.ts'

/** «Андеррайтинг заёмщика»: the room in which an underwriter spends the day. */
export function FormPage({
  id,
  participant,
  tab,
  path,
}: {
  id: string
  participant: string | undefined
  tab: string | undefined
  path: string
}) {
  const isKnown = tab === undefined || Object.hasOwn(formTabs, tab)
  if (!isKnown || (participant !== undefined && !IdParam.safeParse(participant).success)) return <NotFound />
  return (
    <LoadedCase id={id}>
      {(head) => (
        <OfProduct
          address={formPath(
            head.type,
            head.id,
            participant === undefined ? undefined : Number(participant),
            tab,
          )}
          path={path}
        >
          <Form head={head} participant={participant} tab={(tab ?? 'comparison') as FormTab} />
        </OfProduct>
      )}
    </LoadedCase>
  )
}

function Form({ head, participant, tab }: { head: CaseHead; participant: string | undefined; tab: FormTab }) {
  const { id, type, number, clientName } = head
  usePagePlace({ text: `№ ${number}`, href: casePath(type, id) }, `Андеррайтинг: ${shortName(clientName)}`)
  const answer = useQuery(
    query(getUnderwritingForm, {
      params: { id: String(id) },
      query: participant === undefined ? {} : { participant },
    }),
  )
  useWholeCaseRefresh(id, () => void answer.refetch())
  const room = answer.data
  return (
    <CasePage head={head} room>
      <DecisionPages head={head} here="form" />
      {answer.isError &&
        (statusOf(answer.error) === 404 ? (
          <Empty
            title="Такого участника в заявке нет"
            text="Возможно, его убрали из заявки или номер в адресе неверный."
          >
            <HrefLink href={formPath(type, id)}>Открыть основного заёмщика</HrefLink>
          </Empty>
        ) : (
          <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
        ))}
      {answer.isPending && <PageSkeleton kind="form" />}
      {room && !answer.isError && (
        <Room
          key={room.participantId}
          head={head}
          room={room}
          tab={tab}
          // The main borrower without a number in the address, and with it, are one room: no key is lost in between.
          busy={answer.isPlaceholderData && participant !== String(room.participantId)}
        />
      )}
    </CasePage>
  )
}

function Room({ head, room, tab, busy }: { head: CaseHead; room: FormRoom; tab: FormTab; busy: boolean }) {
  const go = useNavigate()
  const look = usePageLook()
  const chosen = useChosenRow(room)
  const open = (place: { participantId?: number; tab?: FormTab }) => {
    const { participantId = room.participantId, tab: wanted = tab } = place
    void go({ href: formPath(room.type, room.caseId, participantId, wanted) })
  }
  useFormKeys({ head, room, tab, chosen, open, ready: !busy })
  return (
    <>
      <div className={styles.room} aria-busy={busy || undefined}>
        <div className={styles.left}>
          <Participants room={room} tab={tab} />
          {look === 'present' && <TabList room={room} tab={tab} />}
        </div>
        <FormParts head={head} room={room} tab={tab} chosen={chosen} />
        <Indicators room={room} head={head} />
      </div>
      <DecideBar
        head={head}
        room={room}
        onFirst={() => {
          chosen.toFirstOpen()
          if (tab !== 'comparison') open({ tab: 'comparison' })
        }}
      />
    </>
  )
}
