# The server with the built client. DATABASE_URL is required: the embedded database is not included.
# docs/operations.md says how to run it. tests/faults/container.test.ts runs each step in a folder.
FROM oven/bun:1.4.5 AS build
WORKDIR /build
# These first, so that the packages are only installed again when they change.
COPY package.json bun.lock ./
COPY db/patches db/patches
RUN bun install --frozen-lockfile
COPY . .
RUN bun run build
RUN bun run make:runtime /app

FROM oven/bun:1.4.5-slim
COPY --from=build /app /app
RUN mkdir /data && chown 1000:1000 /data
WORKDIR /app
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data BUN_RUNTIME_TRANSPILER_CACHE_PATH=0
# The user `bun` of the image.
USER 1000:1000
VOLUME /data
EXPOSE 3000
# Not /api/ready: without its database an instance still serves the calendar.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["bun", "-e", "process.exit((await fetch(`http://127.0.0.1:${process.env.PORT}/api/health`)).ok ? 0 : 1)"]
CMD ["bun", "scripts/start.ts"]
