/** The product's interface as an OAuth resource; its tokens carry the audience of the configuration. */
export const resource = 'urn:ipoteka-office:api'

/** What every token of the one client may be used for. */
export const scopes = 'openid profile email'
