import { approverTypes, getApprover, workStatuses } from '@ipoteka-office/contract/approvers/approvers.ts'
import { caseTypes, caseTypesWith } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { getPartnerEmployee } from '@ipoteka-office/contract/employees/employees.ts'
import { joinDistribution, type Underwriter } from '@ipoteka-office/contract/underwriting/underwriter-card.ts'
import { getQualityTotals } from '@ipoteka-office/contract/underwriting/quality/quality.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Fragment } from 'react'
import { mutation } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { formatDateTime } from '#lib/dates.ts'
import { SidePanel } from '#ui/overlay/side-panel.tsx'
import { LinkIfOpen } from '#widgets/href-link.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { refreshUnderwriters } from './refresh-underwriters.ts'
import styles from './staff.module.css'

function Shifts({ approvers }: Pick<Underwriter, 'approvers'>) {
  if (approvers.length === 0) return <p className="muted">Заявки этому сотруднику не распределяются</p>
  return (
    <dl className={styles.facts}>
      {approvers.map(({ id, type, workStatus, shift, open, limit }) => (
        <Fragment key={id}>
          <dt>
            <LinkIfOpen needs={[getApprover, { type }]} href={`/workload-employee/${type}/${id}`}>
              {approverTypes[type]}
            </LinkIfOpen>
          </dt>
          <dd>
            {workStatuses[workStatus]}
            {shift && `, смена ${shift.from}–${shift.by}`}
            <span className="muted">
              {' '}
              в работе {open}
              {limit !== null && ` из ${limit}`}
            </span>
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** Who decides may be given cases by load, shift, level, partners and regions, as those who check the set are. */
function Join({ underwriter: { id, rights } }: { underwriter: Underwriter }) {
  const mayJoin = useRights().mayCall(joinDistribution)
  const navigate = useNavigate()
  const join = useMutation({
    ...mutation(joinDistribution),
    onError: notifyFailure,
    onSuccess: async ({ approverId }) => {
      void refreshUnderwriters()
      await navigate({
        to: '/workload-employee/$type/$approverId',
        params: { type: 'uw', approverId: String(approverId) },
      })
    },
  })
  return (
    <Button
      loading={join.isPending}
      disabledReason={
        mayJoin
          ? rights.length === 0
            ? 'Сотруднику не даны права на решения'
            : null
          : 'Нет права менять нагрузку андеррайтеров'
      }
      onClick={() => join.mutate({ params: { id: String(id) }, body: {} })}
    >
      Включить в распределение
    </Button>
  )
}

const products = caseTypesWith(({ questions }) => questions !== undefined)

function Rights({ rights }: Pick<Underwriter, 'rights'>) {
  if (rights.length === 0)
    return (
      <p className={styles.warning}>
        Прав принимать решения нет: полномочия не действуют, пока их не дадут ролью
      </p>
    )
  return (
    <dl className={styles.facts}>
      {products.map((type) => {
        const names = rights.filter(({ object }) => object === caseTypes[type].object).map(({ name }) => name)
        return (
          names.length > 0 && (
            <Fragment key={type}>
              <dt>{caseTypes[type].name}</dt>
              <dd>{names.join(', ')}</dd>
            </Fragment>
          )
        )
      })}
    </dl>
  )
}

/** What quality control has found of the person's decisions within a year. */
function Quality({ underwriter: { id, quality } }: { underwriter: Underwriter }) {
  const { checked, score, errors, revised } = quality
  if (checked === 0) return <p className="muted">За год решений не проверяли</p>
  const facts: readonly (readonly [string, string])[] = [
    ['Средний балл', score === null ? '−' : `${String(score).replace('.', ',')} из 100`],
    [
      'Ошибки',
      `${errors.CRITICAL} критических, ${errors.MAJOR} существенных, ${errors.MINOR} незначительных`,
    ],
    ['Изменено по возражениям', String(revised)],
  ]
  return (
    <dl className={styles.facts}>
      <dt>Проверено решений</dt>
      <dd>
        <LinkIfOpen
          needs={[getQualityTotals]}
          href={`/underwriting-all?part=quality&tab=DONE&subjectIds=${id}`}
        >
          {checked}
        </LinkIfOpen>
      </dd>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** The panel beside the authorities: what the person's other cards say, with links to them. */
export function UnderwriterSide({ underwriter }: { underwriter: Underwriter }) {
  const { id, partner, roles, groups, helps, rights, approvers } = underwriter
  return (
    <SidePanel label="Сведения о сотруднике">
      <FormSection title="Очередь и смена" grid={false}>
        <Shifts approvers={approvers} />
        {approvers.every(({ type }) => type !== 'uw') && <Join underwriter={underwriter} />}
      </FormSection>
      <FormSection title="Права на решения" grid={false}>
        <Rights rights={rights} />
      </FormSection>
      <FormSection title="Качество решений" grid={false}>
        <Quality underwriter={underwriter} />
      </FormSection>
      <FormSection title="Роли и группы" grid={false}>
        <p>{roles.map(({ name }) => name).join(', ') || 'Ролей нет'}</p>
        <p className="muted">
          {groups.map(({ name, head }) => (head ? `${name} (руководитель)` : name)).join(', ') ||
            'В рабочих группах не состоит'}
        </p>
        {helps.map(({ id: help, group, until }) => (
          <p key={help} className="muted">
            Помогает группе «{group.name}» до {formatDateTime(until)}
          </p>
        ))}
        <LinkIfOpen needs={[getPartnerEmployee]} href={`/partner/${partner.id}/employee/${id}?tab=access`}>
          Карточка сотрудника
        </LinkIfOpen>
      </FormSection>
    </SidePanel>
  )
}
