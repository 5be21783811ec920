import { caseTypes, queuedType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import {
  type PartnerEvent,
  partnerEvents,
} from '@ipoteka-office/contract/partner-work/partner-notifications.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Chance } from '#db/seed/generator.ts'

const groupNames = ['Приём заявок', 'Сопровождение сделок', 'Работа с застройщиками']
/** Which delivered roles the groups get, where the partner's roles allow it. */
const groupRoles = [
  ['Приём заявок', 'Генерация лидов'],
  ['Выдача кредита', 'Сопровождение'],
  ['Приём заявок'],
]

/** Groups of partners that have people: a head, members and roles. */
async function seedGroups(db: Db): Promise<void> {
  const { rows: partners } = await sql<{ id: number; employees: number[] }>`
    SELECT p.id, (array_agg(e.id ORDER BY e.id))[1:9] AS employees FROM partner p
    JOIN employee e ON e.partner_id = p.id AND NOT e.not_active
    WHERE p.id > 1 AND NOT p.not_active GROUP BY p.id ORDER BY p.id LIMIT 60`.execute(db)
  const groups = partners.flatMap(({ id, employees }) =>
    groupNames.slice(0, Math.ceil(employees.length / 3)).map((name, at) => ({
      partnerId: id,
      name,
      roles: groupRoles[at] ?? [],
      members: employees.slice(at * 3, at * 3 + 3),
    })),
  )
  for (const { partnerId, name, roles, members } of groups) {
    const { id } = await db
      .insertInto('workgroup')
      .values({ partner_id: partnerId, name, head_id: members[0] ?? null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`INSERT INTO workgroup_employee (workgroup_id, employee_id) SELECT ${id}, unnest(${members}::int[])`.execute(
      db,
    )
    await sql`INSERT INTO workgroup_role_of_group (workgroup_id, workgroup_role_id)
      SELECT ${id}, r.id FROM workgroup_role r JOIN partner p ON p.id = ${partnerId}
      WHERE r.name = ANY(${roles}::text[]) AND (r.partner_role_code IS NULL OR r.partner_role_code = ANY(p.roles))`.execute(
      db,
    )
  }
}

const events: readonly PartnerEvent[] = [
  'NEW_APPLICATION',
  'DECISION',
  'REMARKS',
  'ACCREDITATION_EXPIRING',
  'REASSIGNMENT',
]

/** Who is told of what; some letters that have gone out and one that could not. */
async function seedNotifications(db: Db, chance: Chance, now: Date): Promise<void> {
  const { rows: partners } = await sql<{ id: number; employee: number }>`
    SELECT p.id, min(e.id) AS employee FROM partner p JOIN employee e ON e.partner_id = p.id AND NOT e.not_active
    WHERE p.id > 1 AND NOT p.not_active GROUP BY p.id ORDER BY p.id LIMIT 40`.execute(db)
  for (const { id, employee } of partners) {
    const address = `office-${id}@partner.example`
    await db
      .insertInto('partner_notification')
      .values([
        ...chance
          .some(events, 3)
          .map((event_code) => ({ partner_id: id, event_code, channel: 'EMAIL', address })),
        { partner_id: id, event_code: 'REASSIGNMENT', channel: 'INTERNAL', employee_id: employee },
        {
          partner_id: id,
          event_code: 'DECISION',
          channel: 'SMS',
          address: `+7999${String(id).padStart(7, '0')}`,
          not_used: id % 4 === 0,
        },
      ])
      .execute()
    for (let back = 3; back > 0; back -= 1) {
      const at = new Date(now.getTime() - back * chance.whole(20, 40) * 3_600_000)
      const event = chance.of(events)
      const text = `${partnerEvents[event]}: подробности в карточке партнёра`
      const made = await db
        .insertInto('partner_event')
        .values({ partner_id: id, event_code: event, text, link: `/partner/${id}`, at: at.toISOString() })
        .returning('id')
        .executeTakeFirstOrThrow()
      const failed = id % 9 === 0 && back === 1
      await db
        .insertInto('partner_message')
        .values({
          partner_id: id,
          event_id: made.id,
          channel: 'EMAIL',
          address: failed ? `office-${id}@refused.example` : address,
          subject: partnerEvents[event],
          text,
          state: failed ? 'FAILED' : 'SENT',
          attempts: failed ? 11 : 1,
          error: failed ? '550 mailbox unavailable' : null,
          sent_by: failed ? null : 'STAND_IN',
          created_at: at.toISOString(),
          sent_at: failed ? null : at.toISOString(),
        })
        .execute()
    }
  }
}

/** Transfers of work: one that is done with its answers, a planned temporary one, and a plan of everything. */
async function seedTransfers(db: Db, now: Date): Promise<void> {
  const day = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const { rows: givers } = await sql<{ id: number; region: string; other: number }>`
    SELECT p.id, min(a.region_code) AS region, (SELECT o.id FROM partner o WHERE o.id <> p.id AND NOT o.not_active
      AND o.roles @> p.roles ORDER BY o.id DESC LIMIT 1) AS other
    FROM partner p JOIN application a ON a.partner_id = p.id AND a.closed_at IS NULL
    WHERE p.id > 5 AND NOT p.not_active AND p.parent_id IS NULL AND EXISTS (SELECT FROM partner o WHERE o.id <> p.id
      AND NOT o.not_active AND o.roles @> p.roles)
    GROUP BY p.id ORDER BY p.id LIMIT 3`.execute(db)
  const [done, away, plan] = givers
  if (done === undefined || away === undefined || plan === undefined) return
  const base = { comment: 'Демонстрационная передача', created_at: now.toISOString() }
  const ended = {
    state: 'COMPLETED',
    started_at: now.toISOString(),
    collected_at: now.toISOString(),
    finished_at: now.toISOString(),
  }
  const { id } = await db
    .insertInto('partner_reassignment')
    .values({
      ...base,
      ...ended,
      partner_id: done.id,
      to_partner_id: done.other,
      type_code: 'BY_REGION',
      region_code: done.region,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // What stands among the answers as moved has moved: closed cases are the ones that could not.
  const { name } = caseTypes[queuedType]
  await sql`
    WITH moved AS (
      UPDATE application SET partner_id = ${done.other}, version = version + 1
      WHERE partner_id = ${done.id} AND closed_at IS NULL AND region_code = ${done.region} RETURNING id, number, client_name)
    INSERT INTO partner_reassignment_item (reassignment_id, object_type, object_id, title, done)
    SELECT ${id}, ${queuedType}, id, ${name}::text || ' ' || number || ', ' || client_name, true FROM moved`.execute(
    db,
  )
  await sql`
    INSERT INTO partner_reassignment_item (reassignment_id, object_type, object_id, title, done, reason)
    SELECT ${id}, type, id, ${name}::text || ' ' || number || ', ' || client_name, false, 'Дело закрыто'
    FROM case_file WHERE partner_id = ${done.id} AND type = ${queuedType} AND closed ORDER BY id DESC LIMIT 2`.execute(
    db,
  )
  await db
    .insertInto('partner_reassignment')
    .values([
      {
        ...base,
        partner_id: away.id,
        to_partner_id: away.other,
        type_code: 'TEMPORARY',
        date_from: day(1),
        date_to: day(21),
        comment: 'На время отпуска',
      },
      {
        ...base,
        partner_id: plan.id,
        to_partner_id: plan.other,
        type_code: 'FULL',
        comment: 'Закрытие точки',
      },
    ])
    .execute()
}

/** Groups, notifications and transfers of the demo bank's partners; needs their employees and applications. */
export async function seedDemoPartnerWork(db: Db, chance: Chance, now: Date): Promise<void> {
  await seedGroups(db)
  await seedNotifications(db, chance, now)
  await seedTransfers(db, now)
}
