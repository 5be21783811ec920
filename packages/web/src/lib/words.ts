// What lists and forms say of their fields; it comes with the first page.
export { lowered } from '@ipoteka-office/contract/words.ts'
