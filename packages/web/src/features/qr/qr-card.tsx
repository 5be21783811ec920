import { lowered } from '#lib/words.ts'
import { getPartnerEmployee } from '@ipoteka-office/contract/employees/employees.ts'
import { getPartner } from '@ipoteka-office/contract/partners/partners.ts'
import { qrFields as fields } from '@ipoteka-office/contract/qr/qr-fields.ts'
import {
  deactivateQr,
  getQr,
  listQr,
  listQrHistory,
  type QrCode,
  qrStates,
} from '@ipoteka-office/contract/qr/qr.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { keyOf, mutation, query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { formatCount } from '#lib/digits.ts'
import { emptyValue } from '#lib/format.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { ReadOnlyField } from '#ui/form/field.tsx'
import { FormCard, FormHead, FormSection } from '#ui/form/form-section.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { SidePanel, WithSidePanel } from '#ui/overlay/side-panel.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { Tag } from '#ui/tag.tsx'
import { HistoryList } from '#widgets/history/history-dialog.tsx'
import { LinkIfOpen } from '#widgets/href-link.tsx'
import { sayFailed } from '#widgets/notify-failure.ts'
import styles from './qr.module.css'
import { lastSearchOf } from '#widgets/list/list-place.ts'
import { QrPicture } from './qr-picture.tsx'
import { qrTitle, qrTones, stateText } from './qr-words.ts'
import { QrScans } from './scans.tsx'

function useDeactivate(code: QrCode) {
  const client = useQueryClient()
  const call = useMutation(mutation(deactivateQr))
  const params = { id: String(code.id) }
  const reload = () => {
    for (const endpoint of [getQr, listQr, listQrHistory])
      void client.invalidateQueries({ queryKey: keyOf(endpoint) })
  }
  const deactivate = async () => {
    const agreed = await confirm({
      title: 'Отключить QR-код?',
      text: 'Ссылка станет показывать, что предложение закончилось. Включить код снова нельзя: придётся создать новый.',
      okText: 'Отключить',
      danger: true,
    })
    if (!agreed) return
    try {
      client.setQueryData(
        query(getQr, { params }).queryKey,
        await call.mutateAsync({ params, body: { version: code.version } }),
      )
      toast.success('QR-код отключён')
    } catch (failure) {
      sayFailed('QR-код не отключён', failure)
    }
    reload()
  }
  return { deactivate: () => void deactivate(), busy: call.isPending }
}

/** The card of a QR code: picture, link, what it carries, scans. */
export function QrCard({ code }: { code: QrCode }) {
  const title = qrTitle(code)
  usePagePlace({ text: 'Генерация QR-кода', href: '/qr' }, title)
  const navigate = useNavigate()
  const { deactivate, busy } = useDeactivate(code)
  const { partner, employee } = code
  return (
    <>
      <FormHead
        title={title}
        subtitle={<Tag tone={qrTones[code.state]}>{stateText(code)}</Tag>}
        facts={[
          { label: 'Сканирований', value: formatCount(code.scanCount) },
          { label: 'Лидов', value: formatCount(code.leadCount) },
        ]}
      >
        <Button onClick={() => void navigate({ to: '/qr', search: lastSearchOf('qr') })}>Назад</Button>
        <Button
          loading={busy}
          disabledReason={code.state === 'INACTIVE' ? `Код уже ${lowered(qrStates.INACTIVE)}` : null}
          onClick={deactivate}
        >
          Отключить
        </Button>
      </FormHead>
      <WithSidePanel
        panel={
          <SidePanel label="Картинка и история">
            <section className={styles.side}>
              <h2>QR-код</h2>
              <QrPicture code={code} />
            </section>
            <section className={styles.side}>
              <h2>История</h2>
              <HistoryList
                pages={(page) => query(listQrHistory, { params: { id: String(code.id) }, query: page })}
              />
            </section>
          </SidePanel>
        }
      >
        <FormCard>
          <FormSection title="Куда ведёт">
            <ReadOnlyField label="Короткая ссылка" span="full">
              <span className={styles.link}>
                <a href={code.link} target="_blank" rel="noreferrer">
                  {code.link}
                  <span className="visually-hidden">, откроется в новой вкладке</span>
                </a>
                <CopyButton text={code.link} label="Скопировать ссылку" />
              </span>
            </ReadOnlyField>
            <ReadOnlyField label={fields.partnerId.label}>
              <LinkIfOpen needs={[getPartner]} href={`/partner/${partner.id}`}>
                {partner.shortName}
              </LinkIfOpen>
            </ReadOnlyField>
            <ReadOnlyField label={fields.employeeId.label}>
              {employee ? (
                <LinkIfOpen
                  needs={[getPartnerEmployee]}
                  href={`/partner/${partner.id}/employee/${employee.id}`}
                >
                  {employee.fullName}
                </LinkIfOpen>
              ) : (
                emptyValue
              )}
            </ReadOnlyField>
            <ReadOnlyField label={fields.partnerTypeCode.label}>{code.partnerType.name}</ReadOnlyField>
            <ReadOnlyField label={fields.productCode.label}>{code.product.name}</ReadOnlyField>
            <ReadOnlyField label={fields.campaign.label}>{code.campaign || emptyValue}</ReadOnlyField>
            <ReadOnlyField label="Создан">
              {formatDateTime(code.createdAt)}, {code.createdBy.fullName}
            </ReadOnlyField>
          </FormSection>
          <FormSection title="Сканирования" grid={false}>
            <QrScans id={code.id} />
          </FormSection>
        </FormCard>
      </WithSidePanel>
    </>
  )
}
