import * as absences from '@ipoteka-office/contract/employees/employee-absences.ts'
import * as api from '@ipoteka-office/contract/employees/employee-parts.ts'
import * as rights from '@ipoteka-office/contract/employees/employee-rights.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import type { FileStore } from '#files/file-store.ts'
import type { FileGate } from '#files/receive.ts'
import { type Route, route } from '#http/route.ts'
import type { IdentityAdmin } from '#integrations/identity/identity-admin.ts'
import { cancelAbsence, createAbsence, listAbsences, saveAbsence } from './absences.service.ts'
import { requestAccess } from '../employee-access.service.ts'
import { getAccount, issuePassword, sendLetter, startAccount } from '../employee-account.service.ts'
import {
  createDocument,
  deleteDocument,
  downloadFile,
  getDocument,
  listDocuments,
  saveDocument,
  uploadFile,
} from './employee-documents.service.ts'
import { listContacts } from '../employee-lookups.service.ts'
import { getRoles, getWorkgroups, rolesToGive, saveRoles } from '../employee-roles.service.ts'
import {
  createProcuracy,
  deleteProcuracy,
  downloadProcuracyFile,
  getProcuracy,
  listProcuracies,
  saveProcuracy,
  uploadProcuracyFile,
} from './procuracies.service.ts'

interface Parts {
  readonly bank: BankFigures
  readonly files: FileStore
  readonly gate: FileGate
  readonly identity: IdentityAdmin | null
}

const documentRoutes = ({ bank, files, gate }: Parts): Route[] => [
  route(api.listAuthorityDocuments, ({ params }, context) =>
    listDocuments(context, params.employeeId, 'AUTHORITY', bank),
  ),
  route(api.createAuthorityDocument, ({ params, body }, context) =>
    createDocument(context, params.employeeId, 'AUTHORITY', body, bank),
  ),
  route(api.listEmployeeDocuments, ({ params }, context) =>
    listDocuments(context, params.employeeId, 'OTHER', bank),
  ),
  route(api.createEmployeeDocument, ({ params, body }, context) =>
    createDocument(context, params.employeeId, 'OTHER', body, bank),
  ),
  route(api.getEmployeeDocument, ({ params }, context) => getDocument(context, params, bank)),
  route(api.updateEmployeeDocument, ({ params, body }, context) => saveDocument(context, params, body, bank)),
  route(api.deleteEmployeeDocument, ({ params, query }, context) =>
    deleteDocument(context, params, query.version, bank),
  ),
  route(api.uploadDocumentFile, ({ params, file }, context) =>
    uploadFile(context, params, file, { gate, bank }),
  ),
  route(api.downloadDocumentFile, ({ params }, context) => downloadFile(context, params, files)),
]

const procuracyRoutes = ({ bank, files, gate }: Parts): Route[] => [
  route(api.listProcuracies, ({ params }, context) => listProcuracies(context, params.employeeId, bank)),
  route(api.createProcuracy, ({ params, body }, context) =>
    createProcuracy(context, params.employeeId, body, bank),
  ),
  route(api.getProcuracy, ({ params }, context) => getProcuracy(context, params, bank)),
  route(api.updateProcuracy, ({ params, body }, context) => saveProcuracy(context, params, body, bank)),
  route(api.deleteProcuracy, ({ params, query }, context) =>
    deleteProcuracy(context, params, query.version, bank),
  ),
  route(api.uploadProcuracyFile, ({ params, file }, context) =>
    uploadProcuracyFile(context, params, file, { gate, bank }),
  ),
  route(api.downloadProcuracyFile, ({ params }, context) => downloadProcuracyFile(context, params, files)),
]

const absenceRoutes = ({ bank }: Parts): Route[] => [
  route(absences.listAbsences, ({ params }, context) => listAbsences(context, params.employeeId, bank.clock)),
  route(absences.createAbsence, ({ params, body }, context) =>
    createAbsence(context, params.employeeId, body, bank.clock),
  ),
  route(absences.updateAbsence, ({ params, body }, context) =>
    saveAbsence(context, params, body, bank.clock),
  ),
  route(absences.cancelAbsence, ({ params, query }, context) =>
    cancelAbsence(context, params, query.version, bank.clock),
  ),
]

const rightRoutes = ({ identity, bank }: Parts): Route[] => [
  route(rights.listRolesToGive, ({ params }, context) => rolesToGive({ ...context, bank }, params.partnerId)),
  route(rights.getEmployeeRoles, ({ params }, context) => getRoles({ ...context, bank }, params.employeeId)),
  route(rights.saveEmployeeRoles, ({ params, body }, context) =>
    saveRoles({ ...context, bank }, params.employeeId, body),
  ),
  route(rights.listEmployeeWorkgroups, ({ params }, context) => getWorkgroups(context, params.employeeId)),
  route(rights.getEmployeeAccount, ({ params }, context) =>
    getAccount({ ...context, bank }, params.employeeId, identity),
  ),
  route(rights.requestEmployeeAccount, ({ params, body }, context) =>
    startAccount({ ...context, bank }, params.employeeId, body, identity),
  ),
  route(rights.requestAccountAccess, async ({ params }, context) => {
    await requestAccess({ ...context, bank }, params.employeeId)
    return getAccount({ ...context, bank }, params.employeeId, identity)
  }),
  route(rights.issueEmployeePassword, ({ params }, context) =>
    issuePassword({ ...context, bank }, params.employeeId, identity),
  ),
  route(rights.sendPasswordLetter, ({ params }, context) =>
    sendLetter({ ...context, bank }, params.employeeId, identity),
  ),
]

/** The parts of an employee's card. */
export const employeePartRoutes = (parts: Parts): Route[] => [
  route(api.listEmployeeContacts, ({ params }, context) => listContacts(context, params.employeeId)),
  ...documentRoutes(parts),
  ...procuracyRoutes(parts),
  ...absenceRoutes(parts),
  ...rightRoutes(parts),
]
