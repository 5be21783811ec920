import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The page of the kits alone, for their tests: no product, no sign-in, built in a moment. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  logLevel: 'warn',
  build: {
    target: 'es2023',
    minify: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 5_000,
    rolldownOptions: { input: 'kits.html' },
  },
})
