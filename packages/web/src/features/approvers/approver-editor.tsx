import { fullNameOf } from '#widgets/queue-places/approver-name.ts'
import {
  type Approver,
  type ApproverType,
  approverTypes,
  saveApprover,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { departmentPath } from '@ipoteka-office/contract/cases/list-links.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { useNavigate } from '@tanstack/react-router'
import { useRights } from '#api/rights.ts'
import { formatDateTime } from '#lib/dates.ts'
import { shortName } from '#lib/format.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { WithSidePanel } from '#ui/overlay/side-panel.tsx'
import { lastSearchOf } from '#widgets/list/list-place.ts'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { RecordForm, RecordNotice } from '#widgets/record/record-form.tsx'
import type { ApproverNames } from './approver-compare.ts'
import { ApproverForm } from './approver-form.tsx'
import { approverFieldLabels } from './approver-form-values.ts'
import { ApproverHead } from './approver-head.tsx'
import { ApproverSide } from './approver-side.tsx'
import { HandedOverDialog } from './handed-over.tsx'
import { type ApproverDictionaries, useApproverDictionaries } from './use-approver-dictionaries.ts'
import { useApproverRecord, useEarlierState } from './use-approver-record.tsx'

const noUpdate = 'Нет права на изменение сотрудников. Обратитесь к администратору'

/** Whether a message of the department's topic is about this approver; an empty list means many. */
const isAbout = (id: number) => (payload: unknown) => {
  const ids = typeof payload === 'object' && payload !== null && 'ids' in payload ? payload.ids : []
  return !Array.isArray(ids) || ids.length === 0 || ids.includes(id)
}

const namesOf = ({ levels, statuses, partners, regions }: ApproverDictionaries): ApproverNames => ({
  mortgageApplicationLevels: levels,
  mortgageApplicationStatuses: statuses,
  partners,
  regions,
})

/** The form of a loaded approver with its head, its side panel and everything that guards its save. */
export function ApproverEditor({
  type,
  approver,
  onRefresh,
}: {
  type: ApproverType
  approver: Approver
  onRefresh: () => void
}) {
  const { id } = approver
  const listTitle = type === 'uw' ? 'Сотрудники андеррайтинга' : `Сотрудники ${approverTypes[type]}`
  const listHref = departmentPath(type)
  usePagePlace('Управление', { text: listTitle, href: listHref }, shortName(fullNameOf(approver)))

  const navigate = useNavigate()
  const mayUpdate = useRights().mayCall(saveApprover, { type })
  const dictionaries = useApproverDictionaries(type)
  const refusal = mayUpdate ? null : noUpdate
  const { kit, handedOver, dropHandedOver } = useApproverRecord(type, approver, {
    refusal,
    names: namesOf(dictionaries),
  })
  const { earlier, restore } = useEarlierState(kit)
  useLiveRefresh(topics.approvers(type), onRefresh, isAbout(id))

  const restoring = { disabledReason: refusal, onRestore: restore }
  const back = () =>
    void navigate({
      to: listHref,
      search: lastSearchOf(type === 'uw' ? 'underwriters' : `approvers.${type}`),
    })
  return (
    <>
      <RecordForm
        kit={kit}
        label={fullNameOf(approver)}
        labels={approverFieldLabels}
        presence={topics.presence('approver', id)}
        head={
          <ApproverHead type={type} approver={approver}>
            <Button onClick={back}>Назад</Button>
            <Button type="submit" look="primary" loading={kit.busy} disabledReason={refusal}>
              Сохранить
            </Button>
          </ApproverHead>
        }
        notices={
          earlier && (
            <RecordNotice>
              На форме прежние значения: до изменения {formatDateTime(earlier.at)}. Проверьте и сохраните их.
            </RecordNotice>
          )
        }
      >
        <WithSidePanel panel={<ApproverSide type={type} id={id} restoring={restoring} />}>
          <ApproverForm
            type={type}
            known={[approver, ...(earlier ? [earlier.state] : [])]}
            form={kit.form}
            dictionaries={dictionaries}
            readOnly={!mayUpdate}
          />
        </WithSidePanel>
      </RecordForm>
      {handedOver !== null && (
        <HandedOverDialog type={type} id={id} version={handedOver} onClose={dropHandedOver} />
      )}
    </>
  )
}
