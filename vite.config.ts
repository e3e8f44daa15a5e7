import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  base: './',
  test: {
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: { name: 'node', environment: 'node', include: ['src/*.test.ts', 'src/{contract,reference,host}/**/*.test.ts'] },
      },
    ],
  },
})
