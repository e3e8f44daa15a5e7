import { caddySample } from './caddy.ts'
import { nginxSample } from './nginx.ts'
import { sampleSettings, usage } from './sample.ts'
import { SettingsError } from '#host/settings.ts'

// `npm run sample`: prints a configuration for another web server.
const args = process.argv.slice(2)

try {
  if (args.includes('--help')) console.log(usage)
  else {
    const { server, sample } = sampleSettings(args)
    process.stdout.write(server === 'nginx' ? nginxSample(sample) : caddySample(sample))
  }
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  console.error(`${error.message}\n\n${usage}`)
  process.exit(2)
}
