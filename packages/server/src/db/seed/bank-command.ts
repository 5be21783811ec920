/** How the bank and its first administrator are made, wherever a server without a bank says it. */
export const bankCommand =
  'npm run bank:create -- --name … --short-name … --inn … --bik … --license … --time-zone … --admin-login …'
