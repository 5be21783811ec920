import { labelsOf } from '@ipoteka-office/contract/common/fields.ts'
import { qrFields as fields } from '@ipoteka-office/contract/qr/qr-fields.ts'
import type { ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import {
  createQr,
  findQrEmployees,
  getQrOptions,
  listQr,
  type QrCode,
  QrInput,
} from '@ipoteka-office/contract/qr/qr.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { call } from '#api/call.ts'
import { query, queryExactly } from '#api/query.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay, formatDate } from '#lib/dates.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { FormCard, FormHead, FormSection } from '#ui/form/form-section.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import type { Option } from '#ui/select/option-search.ts'
import { SidePanel, WithSidePanel } from '#ui/overlay/side-panel.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { RecordForm } from '#widgets/record/record-form.tsx'
import { useRecord } from '#widgets/record/use-record.ts'
import { searchPartners, usePartnerOptions } from '#widgets/fields/partner-options.ts'
import styles from './qr.module.css'
import { lastSearchOf } from '#widgets/list/list-place.ts'

type QrOptions = ResponseOf<typeof getQrOptions>

/** What the form edits: ids and codes as its lists give them, empty where nothing is chosen. */
interface QrValues {
  partnerId: string
  employeeId: string
  partnerTypeCode: string
  productCode: string
  campaign: string
  validTo: string
}

const toInput = (values: QrValues) => ({
  ...values,
  partnerId: Number(values.partnerId),
  employeeId: values.employeeId === '' ? null : Number(values.employeeId),
  validTo: values.validTo || null,
})

const required = 'Поле должно быть заполнено'

/** What is wrong with the values, with the words that people understand. */
export function qrIssues(values: QrValues, today: string): { path: PropertyKey[]; message: string }[] {
  const missing = (['partnerId', 'partnerTypeCode', 'productCode'] as const)
    .filter((field) => values[field] === '')
    .map((field) => ({ path: [field], message: required }))
  const named = new Set<PropertyKey>(missing.map(({ path: [field] }) => field ?? ''))
  const others = (QrInput.safeParse(toInput(values)).error?.issues ?? [])
    .filter(({ path }) => !named.has(path[0] ?? ''))
    .map(({ path, message }) => ({ path: [...path], message }))
  const past =
    others.length === 0 && values.validTo !== '' && values.validTo < today
      ? [{ path: ['validTo'], message: 'Дата не может быть в прошлом' }]
      : []
  return [...missing, ...others, ...past]
}

/** How the poster will read; the code itself is drawn when it is created. */
function Preview({
  values,
  options,
  partnerName,
  employeeName,
}: {
  values: QrValues
  options: QrOptions
  partnerName: string
  employeeName: string
}) {
  const nameOf = (list: readonly Option[], code: string) => list.find((one) => one.code === code)?.name
  return (
    <div className={styles.poster} aria-live="polite">
      <b className={styles.posterTitle}>{nameOf(options.products, values.productCode) ?? 'Продукт'}</b>
      {values.campaign.trim() && <span>{values.campaign.trim()}</span>}
      <span className={styles.placeholder}>Код появится после создания</span>
      <span>{partnerName || 'Партнёр'}</span>
      {employeeName && <span>{employeeName}</span>}
      <span className="under">
        {nameOf(options.partnerTypes, values.partnerTypeCode) ?? 'Вид партнёра'} ·{' '}
        {values.validTo === '' ? 'без срока' : `до ${formatDate(values.validTo)}`}
      </span>
    </div>
  )
}

const nothingSold =
  'Для страниц партнёров ничего не выпущено: продуктологи указывают «Продукт на странице партнёра (QR)» в карточке продукта и выпускают его'

const noValues: QrValues = {
  partnerId: '',
  employeeId: '',
  partnerTypeCode: '',
  productCode: '',
  campaign: '',
  validTo: '',
}

/** A code is only made here: later it can be switched off, nothing else of it changes. */
function useNewQr(options: QrOptions) {
  const navigate = useNavigate()
  const start = { ...noValues, partnerId: String(options.partner.id) }
  return useRecord<QrCode, QrValues>({
    record: null,
    name: 'QR-код',
    draftKey: 'qr/new',
    fields,
    toValues: () => start,
    start,
    check: (values) => qrIssues(values, bankDay(serverNow())),
    refusal: null,
    save: (values) => call(createQr, { body: toInput(values) }),
    onSaved: (made) => {
      toast.success('QR-код создан', { keepOnRouteChange: true })
      void navigate({ to: '/qr/$qrId', params: { qrId: String(made.id) }, replace: true })
    },
    differences: () => [],
    invalidates: [listQr],
  })
}

function Form({ options }: { options: QrOptions }) {
  const navigate = useNavigate()
  const kit = useNewQr(options)
  const { form } = kit
  const { control } = form
  const values = useWatch({ control }) as QrValues
  const own: Option = { code: String(options.partner.id), name: options.partner.shortName }
  const partners = usePartnerOptions().options
  const people = useQuery({
    ...queryExactly(findQrEmployees, { query: { partnerId: values.partnerId } }),
    enabled: values.partnerId !== '',
  })
  const employees = (people.data ?? []).map(({ id, fullName }) => ({ code: String(id), name: fullName }))
  const findEmployees = async (fullName: string, signal: AbortSignal): Promise<Option[]> => {
    const found = await call(
      findQrEmployees,
      { query: { partnerId: values.partnerId, fullName } },
      { signal },
    )
    return found.map((one) => ({ code: String(one.id), name: one.fullName }))
  }
  const nameOf = (list: readonly Option[], code: string) => list.find((one) => one.code === code)?.name ?? ''
  return (
    <RecordForm
      kit={kit}
      label="Новый QR-код"
      labels={labelsOf(fields)}
      head={
        <FormHead title="Новый QR-код" subtitle="Ссылка из кода ведёт на заявку с метками партнёра">
          <Button onClick={() => void navigate({ to: '/qr', search: lastSearchOf('qr') })}>Назад</Button>
          <Button type="submit" look="primary" loading={kit.busy}>
            Создать
          </Button>
        </FormHead>
      }
    >
      <WithSidePanel
        panel={
          <SidePanel label="Предпросмотр">
            <section className={styles.side}>
              <h2>Как будет выглядеть</h2>
              <Preview
                values={values}
                options={options}
                partnerName={nameOf([own, ...partners], values.partnerId)}
                employeeName={nameOf(employees, values.employeeId)}
              />
            </section>
          </SidePanel>
        }
      >
        <FormCard>
          <FormSection title="Чей код">
            <Field control={control} name="partnerId" label={fields.partnerId.label} required>
              {(input) => (
                <LookupSelect
                  {...input}
                  options={[own, ...partners.filter(({ code }) => code !== own.code)]}
                  search={searchPartners}
                  onChange={(code) => {
                    input.onChange(code ?? '')
                    // A person of another partner must not stay behind.
                    form.setValue('employeeId', '')
                  }}
                />
              )}
            </Field>
            <Field
              control={control}
              name="employeeId"
              label={fields.employeeId.label}
              hint={fields.employeeId.hint}
            >
              {(input) => (
                <LookupSelect
                  {...input}
                  placeholder="Весь партнёр"
                  options={employees}
                  search={findEmployees}
                  onChange={(code) => input.onChange(code ?? '')}
                />
              )}
            </Field>
            <Field control={control} name="partnerTypeCode" label={fields.partnerTypeCode.label} required>
              {(input) => (
                <SingleSelect
                  {...input}
                  placeholder="Выберите вид"
                  options={options.partnerTypes}
                  value={input.value || null}
                />
              )}
            </Field>
          </FormSection>
          <FormSection title="Что предлагает">
            <Field
              control={control}
              name="productCode"
              label={fields.productCode.label}
              required
              hint={options.products.length === 0 ? nothingSold : undefined}
            >
              {(input) => (
                <SingleSelect
                  {...input}
                  placeholder="Выберите продукт"
                  options={options.products}
                  value={input.value || null}
                />
              )}
            </Field>
            <Field
              control={control}
              name="campaign"
              label={fields.campaign.label}
              hint={fields.campaign.hint}
            >
              {(input) => <TextInput {...input} maxLength={100} />}
            </Field>
            <Field
              control={control}
              name="validTo"
              label={fields.validTo.label}
              hint="Последний день, в который работает код; пусто — без срока"
            >
              {(input) => <DateInput {...input} />}
            </Field>
          </FormSection>
        </FormCard>
      </WithSidePanel>
    </RecordForm>
  )
}

/** The page of a new QR code. */
export function NewQr() {
  usePagePlace({ text: 'Генерация QR-кода', href: '/qr' }, 'Новый')
  const options = useQuery(query(getQrOptions))
  if (options.data) return <Form options={options.data} />
  if (options.isError) return <FailureBlock failure={options.error} onRetry={() => void options.refetch()} />
  return <PageSkeleton kind="form" />
}
