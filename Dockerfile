# The command query-admin as an image: docker build -t query-admin .
# It runs as an ordinary user and writes nothing but the demo's DATA_DIR. src/server/deploy-examples/compose.yaml starts it.
# A test runs these lines in an empty folder, without Docker: so there is no word on the base image and on the user.

FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm pack
# Beside the package stay only its optional packages, for SESSION_STORE and the demo, as the lockfile names them.
RUN npm pkg set --json dependencies="$(npm pkg get peerDependencies)" && npm pkg delete devDependencies && npm prune
RUN mkdir node_modules/query-admin && tar -xzf query-admin-1.0.0.tgz --strip-components=1 -C node_modules/query-admin

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build /src/node_modules node_modules
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4173
USER node
EXPOSE 4173
# In a container nothing but the port says whether it is well. A certificate is for another name than 127.0.0.1.
HEALTHCHECK --interval=10s --timeout=5s --start-period=5s CMD ["node", "-e", "require(process.env.TLS_CERT ? 'https' : 'http').get({ host: '127.0.0.1', port: process.env.PORT, path: '/healthz', rejectUnauthorized: false }, ({ statusCode }) => process.exit(statusCode < 300 ? 0 : 1)).on('error', () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=4", "node_modules/query-admin/.build/server/query-admin.js"]
CMD ["serve"]
