import pg from 'pg'
import { it } from 'vitest'
import * as api from '@ipoteka-office/contract/roles.ts'
import * as insight from '@ipoteka-office/contract/role-insight.ts'
import { testApp } from '#testing/test-app.ts'
it('big', async () => {
  const bank = await testApp()
  const c = new pg.Client({ connectionString: bank.connectionString }); await c.connect()
  await c.query(`SET session_replication_role = replica`)
  await c.query(`INSERT INTO employee (id, partner_id, last_name, first_name, login) SELECT 100000 + n, 1 + n % 5, 'Ф' || n, 'И', 'l' || n FROM generate_series(1, 1000000) n`)
  await c.query(`INSERT INTO employee_user_role (employee_id, user_role_id) SELECT 100000 + n, 2 + n % 6 FROM generate_series(1, 1000000) n`)
  await c.query('VACUUM ANALYZE employee'); await c.query('VACUUM ANALYZE employee_user_role'); await c.query('VACUUM ANALYZE user_role_operation')
  const time = async (name: string, work: () => Promise<{ status: number }>) => {
    await work(); const t = performance.now(); const { status } = await work()
    console.log('TIME', name, status, Math.round(performance.now() - t))
  }
  await time('listRoles', () => bank.call(api.listRoles, { query: {} }))
  await time('listRoles partner', () => bank.call(api.getRole, { params: { id: '4' } }))
  await time('whoCan', () => bank.call(insight.findWhoCan, { query: { objectType: 'Application', operation: 'List' } }))
  await time('whoCan name', () => bank.call(insight.findWhoCan, { query: { objectType: 'Application', operation: 'List', fullName: 'ф77777' } }))
  await time('effective', () => bank.call(insight.getEffectiveOperations, { params: { employeeId: '100500' } }))
  await time('why', () => bank.call(insight.explainAccess, { query: { employeeId: '100500', objectType: 'Partner', operation: 'Create' } }))
  await time('preview', () => bank.call(api.previewRoleChange, { params: { id: '4' }, query: {}, body: { isDisabled: true, operations: {} } }))
  await c.end(); await bank.close()
}, 300000)
